import Segmented from 'antd/es/segmented';
import type { ReactNode } from 'react';
import css from './settings.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Value[];
  nameOf: (option: Value) => ReactNode;
  onChange: (value: Value) => void;
}

/** One choice of a few, all of them visible. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  nameOf,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <div className={css.setting}>
      <div className={css.label} aria-hidden="true">
        {label}
      </div>
      <Segmented<Value>
        block
        aria-label={label}
        value={value}
        options={options.map((option) => ({ value: option, label: nameOf(option) }))}
        onChange={onChange}
      />
    </div>
  );
}
