import { useTranslation } from 'react-i18next';
import { withoutRecord, type CollectionKey } from '@daybook/contracts/receivables/collections/collections';
import { dateText, monthText } from '@daybook/shared/record/date-text';

type Special = (typeof withoutRecord)[number];

export const isSpecial = (id: unknown): id is Special => withoutRecord.some((one) => one === id);

/** What a row is called: the name of a record, a payment method, a date, or a word for money without a record. */
export function useKeyText(): (key: CollectionKey) => string {
  const { t } = useTranslation('billing');
  return ({ by, id, label }) => {
    if (label !== '') return label;
    if (by === 'mode') return t(`mode.${id as 'bank'}`);
    if (by === 'month') return monthText(id);
    if (by === 'week') return t('collection.weekOf', { day: dateText(id) });
    if (by === 'day') return dateText(id);
    return isSpecial(id) ? t(`collection.without.${id}`) : id;
  };
}
