import { useTranslation } from 'react-i18next';
import type { AccountName } from '@daybook/contracts/billing/journal/journal';

/** A name such as `1100 Receivables`. Built-in accounts are in the person's language, others as somebody named them. */
export function useAccountName(): (account: Omit<AccountName, 'id'>) => string {
  const { t } = useTranslation('billing');
  return ({ code, name, systemKey }) => {
    const known =
      systemKey === null
        ? t(`expenseAccount.${code}`, { defaultValue: name })
        : t(`account.${systemKey}`, { defaultValue: name });
    return `${code} ${known}`;
  };
}
