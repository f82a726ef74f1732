import { useTranslation } from 'react-i18next';
import type { RealisationKey } from '@daybook/contracts/receivables/realisation/realisation';
import { monthText } from '@daybook/shared/record/date-text';

/** What a row is called: the name of a record, a month, or that there is none. */
export function useKeyText(): (key: RealisationKey) => string {
  const { t } = useTranslation('billing');
  return ({ by, id, label }) => {
    if (by === 'month') return monthText(id);
    return id === 'none' ? t('realisation.none') : label;
  };
}
