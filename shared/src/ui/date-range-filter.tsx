import { useTranslation } from 'react-i18next';
import { DateInput } from './date-input.tsx';
import styles from './date-range-filter.module.css';

interface DateRangeFilterProps {
  /** What the dates are of. */
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

const dayOrNone = (value: string | null): string | undefined =>
  value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;

/** From one day to another, both counted; either may be left open. Half a date does not ask the server yet. */
export function DateRangeFilter({ label, from, to, onChange }: DateRangeFilterProps) {
  const { t } = useTranslation('shared');
  return (
    <fieldset aria-label={label} className={styles.range}>
      <span aria-hidden="true" className={styles.of}>
        {label}
      </span>
      <DateInput
        aria-label={t('range.from')}
        placeholder={t('date.any')}
        value={from ?? null}
        onChange={(value) => onChange({ from: dayOrNone(value), to })}
      />
      <span aria-hidden="true">–</span>
      <DateInput
        aria-label={t('range.to')}
        placeholder={t('date.any')}
        value={to ?? null}
        onChange={(value) => onChange({ from, to: dayOrNone(value) })}
      />
    </fieldset>
  );
}
