import { useTranslation } from 'react-i18next';
import type { AccountName } from '@daybook/contracts/billing/journal/journal';

/** A name such as `1100 Receivables`. Accounts that came with Daybook are in the person's language, others as somebody named them. */
export function useAccountName(): (account: Omit<AccountName, 'id'>) => string {
  const { t } = useTranslation('billing');
  return ({ code, name, systemKey, usual }) => {
    if (systemKey !== null) return `${code} ${t(`account.${systemKey}`, { defaultValue: name })}`;
    return `${code} ${usual === null ? name : t(`expenseAccount.${usual}`, { defaultValue: name })}`;
  };
}
