import { useState, type ComponentProps } from 'react';
import { DateInput } from './date-input.tsx';

type SettledDateProps = Omit<ComponentProps<typeof DateInput>, 'onSettled' | 'value' | 'onChange'> & {
  value: string | null;
  onChange: (date: string | null) => void;
};

const isDay = (value: string | null): boolean => value === null || /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * A date that is asked for once it is typed to its end: left, confirmed with Enter, or picked. On its way to 2026 a year is 2, 20 and
 * 202, and nobody asked for those. What cannot be read is not taken.
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
