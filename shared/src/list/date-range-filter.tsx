import { useTranslation } from 'react-i18next';
import { SettledDate } from '../inputs/settled-date.tsx';
import styles from './date-range-filter.module.css';

interface DateRangeFilterProps {
  /** What the dates mean. */
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

/** From one day to another, both included; either may be empty. */
export function DateRangeFilter({ label, from, to, onChange }: DateRangeFilterProps) {
  const { t } = useTranslation('shared');
  return (
    <fieldset aria-label={label} className={styles.range}>
      <span aria-hidden="true" className={styles.of}>
        {label}
      </span>
      <SettledDate
        aria-label={t('range.from')}
        placeholder={t('date.any')}
        value={from ?? null}
        onChange={(value) => onChange({ from: value ?? undefined, to })}
      />
      <span aria-hidden="true">–</span>
      <SettledDate
        aria-label={t('range.to')}
        placeholder={t('date.any')}
        value={to ?? null}
        onChange={(value) => onChange({ from, to: value ?? undefined })}
      />
    </fieldset>
  );
}
