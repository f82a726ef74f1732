import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import type { FieldControl } from '../inputs/typed-input.tsx';
import styles from './series.module.css';

const nothing: string[] = [];

interface MissedProps<Day> extends FieldControl<string[]> {
  of: { missed: readonly Day[]; missedBefore: number };
  /** The period, and what would be created for it. */
  textOf: (day: Day) => string;
  id?: string;
}

/** The missed periods, last first. Each can be created now or not. */
export function SeriesMissed<Day extends Pick<Upcoming, 'nominal'>>(props: MissedProps<Day>) {
  const { of: preview, textOf, value, onChange, id } = props;
  const { t } = useTranslation('series');
  return (
    <>
      <Checkbox.Group
        {...(id !== undefined && { id })}
        className={styles.choices ?? ''}
        value={value ?? nothing}
        onChange={(chosen) => onChange?.(chosen)}
        options={preview.missed.toReversed().map((day) => ({ value: day.nominal, label: textOf(day) }))}
      />
      {preview.missedBefore > 0 && (
        <div className={styles.quiet}>{t('missedBefore', { count: preview.missedBefore })}</div>
      )}
    </>
  );
}
