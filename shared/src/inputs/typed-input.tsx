import Input, { type InputProps } from 'antd/es/input';
import { createContext, useContext, useState, type FocusEvent } from 'react';
import styles from '../record/amount.module.css';

export interface FieldControl<Value> {
  value?: Value | undefined;
  onChange?: (value: Value) => void;
}

/** Tells the form the id of the field that was left, so that it can show at once whether the text could not be parsed. */
export const LeftContext = createContext<(id: string) => void>(() => undefined);

interface TypedInputProps<Value>
  extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue'>, FieldControl<Value | string | null> {
  /** Undefined if the text cannot be parsed. The text itself is then the value, and the schema refuses it. */
  parse: (text: string) => Value | undefined;
  /** The value is a `Value`, or a text that could not be parsed. */
  format: (value: Value | string) => string;
  /** Enter confirms what was typed, as in a picker, and does not submit the form. */
  takesEnter?: boolean;
  /** Figures are aligned at the end, for comparison; a date at the start, like text. */
  align?: 'start' | 'end';
}

/**
 * A text field whose value is parsed in the locale's format. During typing the text stays as typed; when the field is
 * left, it shows the parsed value.
 */
export function TypedInput<Value extends string | number>(props: TypedInputProps<Value>) {
  const { value, onChange, parse, format, align = 'end', takesEnter = false, ...rest } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const leave = useContext(LeftContext);
  const type = (text: string) => {
    setTyped(text);
    onChange?.(text.trim() === '' ? null : (parse(text) ?? text));
  };
  return (
    <Input
      inputMode="decimal"
      {...rest}
      autoComplete="off"
      className={(align === 'end' ? styles.figure : styles.amount) ?? ''}
      value={typed ?? (value === null || value === undefined ? '' : format(value))}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (!takesEnter || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setTyped(null);
      }}
      onBlur={(event) => {
        setTyped(null);
        rest.onBlur?.(event);
        if (typed !== null) afterClick(event, () => leave(event.target.id));
      }}
    />
  );
}

/** A button must not move away from the pointer while it is pressed, because an error appears above it. */
function afterClick({ relatedTarget }: FocusEvent, then: () => void): void {
  if (relatedTarget?.matches('button:active') === true) addEventListener('click', then, { once: true });
  else then();
}
