import { useTranslation } from 'react-i18next';
import { weekdays, type Weekday } from '@daybook/contracts/recurrence/pattern';
import { presetOf } from '@daybook/contracts/recurrence/presets';
import { formatLocale } from '@daybook/shared/i18n';

const written = (format: Intl.DateTimeFormatOptions, date: number): string =>
  new Intl.DateTimeFormat(formatLocale(), { ...format, timeZone: 'UTC' }).format(date);

/** The name of a weekday; 1 January 2024 was a Monday. */
export const weekdayName = (weekday: Weekday, width: 'long' | 'short' = 'long'): string =>
  written({ weekday: width }, Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)));

/** The name of a month; 1 is January. */
export const monthName = (month: number, width: 'long' | 'short' = 'long'): string =>
  written({ month: width }, Date.UTC(2024, month - 1));

/** A rule in a few words; a rule without a name is shown as RFC 5545 text. */
export function useRuleText(): (rrule: string) => string {
  const { t } = useTranslation('shared');
  return (rrule) => {
    const preset = presetOf(rrule);
    if (preset === null) return rrule;
    switch (preset.kind) {
      case 'day_of_month':
        return t('ruleText.day_of_month', { count: preset.every, day: preset.day });
      case 'months_of_year':
        return t('ruleText.of_months', {
          day: preset.day,
          months: preset.months.map((month) => monthName(month, 'short')).join(', '),
        });
      case 'yearly':
        return t('ruleText.of_months', { day: preset.day, months: monthName(preset.month) });
      case 'weeks':
        return preset.weekdays.map((weekday) => weekdayName(weekday, 'short')).join(', ');
      case 'nth_weekday':
        return t('ruleText.nth_weekday', {
          nth: t(`rule.nthName.${preset.nth}`, { defaultValue: String(preset.nth) }),
          weekday: weekdayName(preset.weekday),
        });
      default:
        return t(`rule.kind.${preset.kind}`);
    }
  };
}
