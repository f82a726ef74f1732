import Input, { type InputProps } from 'antd/es/input';
import { createContext, useContext, useState, type FocusEvent } from 'react';
import styles from '../record/amount.module.css';

export interface FieldControl<Value> {
  value?: Value | undefined;
  onChange?: (value: Value) => void;
}

/** The form is told which field is left, by its id, to say at once what of it cannot be read. */
export const LeftContext = createContext<(id: string) => void>(() => undefined);

interface TypedInputProps<Value>
  extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue'>, FieldControl<Value | string | null> {
  /** Undefined when the text cannot be read; the text itself is then the value, and the schema refuses it. */
  parse: (text: string) => Value | undefined;
  /** A value is a `Value`, or a text that could not be read. */
  format: (value: Value | string) => string;
  /** Enter takes what is typed, as in any picker, and does not send the form. */
  takesEnter?: boolean;
  /** Figures end where they are compared; a date starts like text. */
  align?: 'start' | 'end';
}

/** Something typed by the habits of a locale. While it is typed it stays as typed; left, it is shown as it is understood. */
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

/** A button being pressed must not move away from under the pointer by what is said above it. */
function afterClick({ relatedTarget }: FocusEvent, then: () => void): void {
  if (relatedTarget?.matches('button:active') === true) addEventListener('click', then, { once: true });
  else then();
}
