import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';

type Credited = Pick<CreditNote['lines'][number], 'kind' | 'description'>;

/** The name of an invoice row: its description, or for an allowance or charge its kind and reason. */
export function useCreditedName(): (row: Credited) => string {
  const { t } = useTranslation('billing');
  return ({ kind, description }) => {
    if (kind === 'fee' || kind === 'disbursement') return description;
    const label = t(`adjustmentKind.${kind}`);
    return description === '' ? label : `${label} – ${description}`;
  };
}
