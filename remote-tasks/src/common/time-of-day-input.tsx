import { TypedInput, type FieldControl } from '@daybook/shared/inputs/typed-input';
import { instantAt, onOtherDay, parseTimeOfDay, timeOf } from './durations.ts';

interface InputProps {
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(value);

interface OfDay {
  day: string;
  /** The start of the span, if this is its end. An earlier time then belongs to the next day. */
  after?: string | null;
}

/** A time of day on the given day. The value is an instant. */
export const TimeOfDayInput = ({
  day,
  after = null,
  ...props
}: InputProps & FieldControl<string | null> & OfDay) => (
  <TypedInput<string>
    placeholder="00:00"
    inputMode="text"
    {...props}
    parse={(text) => {
      const time = parseTimeOfDay(text);
      if (time === undefined) return undefined;
      const at = instantAt(day, time);
      return after !== null && isInstant(after) && at <= after ? onOtherDay(at, 1) : at;
    }}
    format={(value) => (isInstant(value) ? timeOf(value) : value)}
  />
);
