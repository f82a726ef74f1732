import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { minor, NOTHING, subtract, sum, type Minor } from '@daybook/contracts/money/money';
import { mostInstalments } from '@daybook/contracts/receivables/follow-up/promises';
import { ErrorsContext } from '@daybook/shared/form/field';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { useKnownAs } from '../common/known-as.tsx';
import styles from './follow-up.module.css';

/** An empty part is absent, so that it is refused as missing. */
export interface Instalment {
  dueOn?: string;
  amount?: number | string;
}

interface InstalmentsProps extends FieldControl<Instalment[]> {
  /** The path of the terms in the form's input, such as `promise.`. */
  within?: string;
  currency: string;
  /** What is overdue: a further date begins with what the dates before it leave of it. */
  due: Minor;
}

const nothing: Instalment[] = [];

const restOf = (due: Minor, dates: readonly Instalment[]): Minor =>
  subtract(due, sum(dates.map(({ amount }) => (typeof amount === 'number' ? minor(amount) : NOTHING))));

/** The dates of a promise, each with the amount that will be paid by it. */
export function Instalments({ within = '', currency, due, value = nothing, onChange }: InstalmentsProps) {
  const { t } = useTranslation('billing');
  const box = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<{ no: number } | null>(null);
  useEffect(() => {
    if (added !== null) box.current?.children[added.no]?.querySelector('input')?.focus();
  }, [added]);
  const add = () => {
    const rest = restOf(due, value);
    onChange?.([...value, rest > 0 ? { amount: rest } : {}]);
    setAdded({ no: value.length });
  };
  return (
    <div ref={box} className={styles.instalments}>
      {value.map((one, no) => {
        const path = `${within}instalments.${no}`;
        return (
          <Row
            key={path}
            path={path}
            no={value.length > 1 ? no + 1 : null}
            currency={currency}
            value={one}
            onChange={(next) => onChange?.(value.with(no, next))}
            onRemove={() => onChange?.(value.toSpliced(no, 1))}
          />
        );
      })}
      {value.length < mostInstalments && (
        <Button type="dashed" size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
          {t('followUp.addDate')}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  path: string;
  /** Null for the only one. */
  no: number | null;
  currency: string;
  value: Instalment;
  onChange: (value: Instalment) => void;
  onRemove: () => void;
}

function Row({ path, no, currency, value: { dueOn, amount }, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('billing');
  const errors = useContext(ErrorsContext);
  const idOf = (part: string) => `${path.replaceAll('.', '_')}_${part}`;
  const labelOf = (text: string) => (no === null ? text : `${text} ${no}`);
  const labels = { dueOn: labelOf(t('followUp.payBy')), amount: labelOf(t('followUp.amount')) };
  useKnownAs(`${path}.dueOn`, labels.dueOn);
  useKnownAs(`${path}.amount`, labels.amount);
  return (
    <div className={styles.instalment}>
      <Part id={idOf('dueOn')} label={labels.dueOn} errors={errors[`${path}.dueOn`]}>
        <DateInput
          id={idOf('dueOn')}
          value={dueOn ?? null}
          onChange={(date) =>
            onChange({ ...(date !== null && { dueOn: date }), ...(amount !== undefined && { amount }) })
          }
        />
      </Part>
      <Part id={idOf('amount')} label={labels.amount} errors={errors[`${path}.amount`]}>
        <MoneyInput
          id={idOf('amount')}
          currency={currency}
          value={amount ?? null}
          onChange={(typed) =>
            onChange({ ...(dueOn !== undefined && { dueOn }), ...(typed !== null && { amount: typed }) })
          }
        />
      </Part>
      {no !== null && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('followUp.removeDate', { no })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

interface PartProps {
  id: string;
  label: string;
  errors: readonly string[] | undefined;
  children: ReactNode;
}

function Part({ id, label, errors, children }: PartProps) {
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{label}</label>
      {children}
      {errors?.map((text) => (
        <div key={text} role="alert" className={styles.wrong}>
          {text}
        </div>
      ))}
    </div>
  );
}
