import { useTranslation } from 'react-i18next';
import type { AccountName } from '@daybook/contracts/billing/journal';

/** `1100 Receivables`: the house's own accounts in the person's language, others as they were named. */
export function useAccountName(): (account: Omit<AccountName, 'id'>) => string {
  const { t } = useTranslation('billing');
  return ({ code, name, systemKey }) =>
    `${code} ${systemKey === null ? name : t(`account.${systemKey}`, { defaultValue: name })}`;
}
