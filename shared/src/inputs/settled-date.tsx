import { useState, type ComponentProps } from 'react';
import { DateInput } from './date-input.tsx';

type SettledDateProps = Omit<ComponentProps<typeof DateInput>, 'onSettled' | 'value' | 'onChange'> & {
  value: string | null;
  onChange: (date: string | null) => void;
};

const isDay = (value: string | null): boolean => value === null || /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * A date that reports its value only when it is complete: when the field is left, confirmed with Enter, or picked. While
 * 2026 is being typed, the year is 2, 20 and 202, which nobody wants to search for. Text that is not a date is ignored.
 */
export function SettledDate({ value, onChange, ...rest }: SettledDateProps) {
  const [typed, setTyped] = useState<string | null | undefined>();
  const settle = (date = typed) => {
    setTyped(undefined);
    if (date !== undefined && isDay(date) && date !== value) onChange(date);
  };
  return (
    <DateInput
      {...rest}
      value={typed === undefined ? value : typed}
      onChange={setTyped}
      onSettled={(picked) => settle(picked)}
    />
  );
}
