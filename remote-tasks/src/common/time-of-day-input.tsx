import { TypedInput, type FieldControl } from '@daybook/shared/ui/typed-input';
import { instantAt, parseTimeOfDay, timeOf } from './durations.ts';

interface InputProps {
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(value);

/** A time of the given day; the instant in and out. */
export const TimeOfDayInput = ({
  day,
  ...props
}: InputProps & FieldControl<string | null> & { day: string }) => (
  <TypedInput<string>
    placeholder="00:00"
    inputMode="text"
    {...props}
    parse={(text) => {
      const time = parseTimeOfDay(text);
      return time === undefined ? undefined : instantAt(day, time);
    }}
    format={(value) => (isInstant(value) ? timeOf(value) : value)}
  />
);
