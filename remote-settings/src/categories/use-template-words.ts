import { useTranslation } from 'react-i18next';
import type { HistoryWords } from '@daybook/shared/history/history-event';

const own = [
  'name',
  'title',
  'titleTemplate',
  'service',
  'fee',
  'billingRule',
  'reviewRequired',
  'slaDays',
  'estimateMin',
  'priority',
  'description',
] as const;

/** Labels of the fields of both kinds of category in their history. */
export function useTemplateWords(): HistoryWords {
  const { t } = useTranslation('settings');
  const names = new Map([
    ...own.map((name) => [name as string, t(`template.${name}`)] as const),
    ['department', t('service.department')],
    ['currency', t('service.currency')],
    ['active', t('active')],
    ['statutory', t('template.statutory')],
    ['jurisdiction', t('template.jurisdiction')],
    ['rule.rrule', t('recurringCategory.due')],
  ]);
  return { field: (name) => names.get(name) ?? null, status: (status) => status };
}
