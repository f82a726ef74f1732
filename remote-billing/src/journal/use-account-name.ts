import { useTranslation } from 'react-i18next';
import type { AccountName } from '@daybook/contracts/billing/journal/journal';

/** `1100 Receivables`: the accounts that came with the installation in the person's language, others as they were named. */
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
