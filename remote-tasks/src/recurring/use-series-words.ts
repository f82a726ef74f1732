import { useTranslation } from 'react-i18next';
import { durationText } from '@daybook/shared/inputs/duration-input';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { useRuleText } from '@daybook/shared/series/rule-text';

/** Text keys of the fields that a task does not have. */
const fields: Readonly<Record<string, string>> = {
  rrule: 'series.rule',
  shift: 'shared:rule.shift',
  calendar: 'shared:rule.calendar',
  leadDays: 'shared:rule.leadDays',
  periodOffset: 'shared:rule.periodOffset',
  calendarYear: 'shared:rule.calendarYear',
  startsOn: 'series:startsOn',
  ends: 'series:ends',
  endsOn: 'series:endsOn',
  endsAfter: 'series:endsAfter',
  catchUp: 'series.catchUp',
  status: 'field.status',
  statusReason: 'reason',
  occurrence: 'series:day',
  'occurrence.dueOn': 'series:movedTo',
  'occurrence.reason': 'reason',
};

/** The text group of each choice. */
const choices: Readonly<Record<string, string>> = {
  shift: 'shared:rule.shiftName',
  ends: 'series:end',
  catchUp: 'series.catchUps',
  assigneeRule: 'series.by',
  priority: 'priority',
  periodOffset: 'shared:rule.period',
};

/** Labels of the fields of a series in its history. */
export function useSeriesWords(): HistoryWords {
  const { t, i18n } = useTranslation('tasks');
  const ruleText = useRuleText();
  return {
    field: (name) => {
      const own = fields[name];
      if (own !== undefined) return t(own);
      return i18n.exists(`tasks:field.${name}`) ? t(`field.${name}`) : null;
    },
    status: (status) => t(`series:status.${status}`),
    value: (field, text) => {
      if (field === 'rrule') return ruleText(text);
      if (field === 'estimateMin') return durationText(Number(text));
      const group = choices[field];
      return group === undefined ? null : t(`${group}.${text}`);
    },
  };
}
