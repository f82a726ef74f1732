import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdays } from '@daybook/contracts/recurrence/pattern';
import {
  compilePreset,
  presetKinds,
  presetOf,
  shortMonths,
  type Preset,
} from '@daybook/contracts/recurrence/presets';
import type { FieldControl } from '../inputs/typed-input.tsx';
import { monthName, weekdayName } from './rule-text.tsx';
import styles from './rule-fields.module.css';

/** Quarters and half-years are yearly rules with preset months. */
const kinds = [
  ...presetKinds.slice(0, 7),
  'quarterly',
  'half_yearly',
  ...presetKinds.slice(7),
  'custom',
] as const;
type Kind = (typeof kinds)[number];

const day = { day: 20, shortMonths: 'clamp' } as const;

/** The initial rule of each kind. */
const blank: Record<Exclude<Kind, 'custom'>, Preset> = {
  days: { kind: 'days', every: 1 },
  weeks: { kind: 'weeks', every: 1, weekdays: ['MO'] },
  day_of_month: { kind: 'day_of_month', every: 1, ...day },
  last_day: { kind: 'last_day', every: 1 },
  last_working_day: { kind: 'last_working_day', every: 1 },
  nth_weekday: { kind: 'nth_weekday', every: 1, nth: 1, weekday: 'MO' },
  fifteenth_and_last: { kind: 'fifteenth_and_last', every: 1 },
  quarterly: { kind: 'months_of_year', months: [1, 4, 7, 10], ...day },
  half_yearly: { kind: 'months_of_year', months: [1, 7], ...day },
  months_of_year: { kind: 'months_of_year', months: [1], ...day },
  yearly: { kind: 'yearly', every: 1, month: 1, ...day },
};

const weekdayNames = () => weekdays.map((weekday) => weekdayName(weekday));
const months = Array.from({ length: 12 }, (_none, no) => no + 1);
const monthNames = () => months.map((month) => monthName(month));

const options = <Value,>(values: readonly Value[], labels: readonly string[]) =>
  values.map((value, index) => ({ value, label: labels[index] ?? String(value) }));

/** If none of the months has the day, skipping short months would leave no days at all. The last day of the month is used instead. */
function ruleOf(preset: Preset): string {
  const rule = compilePreset(preset);
  if (presetOf(rule) !== null || !('shortMonths' in preset)) return rule;
  return compilePreset({ ...preset, shortMonths: 'clamp' });
}

interface RuleInputProps extends FieldControl<string> {
  id?: string;
  /** The label, if the days are not due dates. */
  label?: string;
}

/** An RFC 5545 rule, chosen by name; a rule without a name is typed. */
export function RuleInput({ id, label, value = '', onChange }: RuleInputProps) {
  const { t } = useTranslation('shared');
  const [isCustom, setCustom] = useState(false);
  const preset = isCustom ? null : presetOf(value);
  const choose = (kind: Kind) => {
    setCustom(kind === 'custom');
    if (kind !== 'custom') onChange?.(compilePreset(blank[kind]));
  };
  return (
    <div className={styles.rule}>
      <Select<Kind>
        {...(id !== undefined && { id })}
        aria-label={label ?? t('rule.pattern')}
        value={preset?.kind ?? 'custom'}
        onChange={choose}
        options={kinds.map((kind) => ({ value: kind, label: t(`rule.kind.${kind}`) }))}
        className={styles.wide ?? ''}
      />
      {preset === null ? (
        <Labelled label={t('rule.rrule')} isWide>
          {(id) => (
            <Input
              id={id}
              maxLength={200}
              value={value}
              onChange={(event) => onChange?.(event.target.value)}
            />
          )}
        </Labelled>
      ) : (
        <PresetParts preset={preset} change={(next) => onChange?.(ruleOf(next))} />
      )}
    </div>
  );
}

interface LabelledProps {
  label: string;
  isWide?: boolean;
  /** The control, which receives the id. */
  children: (id: string) => ReactNode;
}

function Labelled({ label, isWide = false, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={`${styles.part} ${isWide ? styles.wide : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface PartsProps {
  preset: Preset;
  change: (preset: Preset) => void;
}

const unitOf = ({ kind }: Preset): 'days' | 'weeks' | 'months' | 'years' =>
  kind === 'days' || kind === 'weeks' ? kind : kind === 'yearly' ? 'years' : 'months';
const longest = { days: 366, weeks: 104, months: 120, years: 20 };

function PresetParts({ preset, change }: PartsProps) {
  const { t } = useTranslation('shared');
  const unit = unitOf(preset);
  return (
    <>
      {'every' in preset && (
        <Labelled label={t(`rule.every.${unit}`)}>
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={longest[unit]}
              precision={0}
              value={preset.every}
              onChange={(every) => change({ ...preset, every: every ?? 1 })}
            />
          )}
        </Labelled>
      )}
      {preset.kind === 'weeks' && (
        <Labelled label={t('rule.weekdays')}>
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={preset.weekdays}
              options={options(weekdays, weekdayNames())}
              onChange={(chosen) => {
                if (chosen.length > 0) change({ ...preset, weekdays: chosen });
              }}
            />
          )}
        </Labelled>
      )}
      {preset.kind === 'nth_weekday' && (
        <>
          <Labelled label={t('rule.nth')}>
            {(id) => (
              <Select
                id={id}
                value={preset.nth}
                options={[1, 2, 3, 4, -1].map((value) => ({ value, label: t(`rule.nthName.${value}`) }))}
                onChange={(nth) => change({ ...preset, nth })}
              />
            )}
          </Labelled>
          <Labelled label={t('rule.weekday')}>
            {(id) => (
              <Select
                id={id}
                value={preset.weekday}
                options={options(weekdays, weekdayNames())}
                onChange={(weekday) => change({ ...preset, weekday })}
              />
            )}
          </Labelled>
        </>
      )}
      {'day' in preset && <DayParts preset={preset} change={change} />}
    </>
  );
}

function DayParts({
  preset,
  change,
}: {
  preset: Extract<Preset, { day: number }>;
  change: PartsProps['change'];
}) {
  const { t } = useTranslation('shared');
  const choices = options(months, monthNames());
  return (
    <>
      {preset.kind === 'months_of_year' && (
        <Labelled label={t('rule.months')} isWide>
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={preset.months}
              options={choices}
              onChange={(chosen) => {
                if (chosen.length > 0) change({ ...preset, months: chosen });
              }}
            />
          )}
        </Labelled>
      )}
      {preset.kind === 'yearly' && (
        <Labelled label={t('rule.month')}>
          {(id) => (
            <Select
              id={id}
              value={preset.month}
              options={choices}
              onChange={(month) => change({ ...preset, month })}
            />
          )}
        </Labelled>
      )}
      <Labelled label={t('rule.day')}>
        {(id) => (
          <InputNumber
            id={id}
            min={1}
            max={31}
            precision={0}
            value={preset.day}
            onChange={(chosen) => change({ ...preset, day: chosen ?? 1 })}
          />
        )}
      </Labelled>
      {preset.day > 28 && (
        <Labelled label={t('rule.shortMonths')}>
          {(id) => (
            <Select
              id={id}
              value={preset.shortMonths}
              options={shortMonths.map((value) => ({ value, label: t(`rule.short.${value}`) }))}
              onChange={(chosen) => change({ ...preset, shortMonths: chosen })}
            />
          )}
        </Labelled>
      )}
    </>
  );
}
