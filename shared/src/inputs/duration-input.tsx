import { TypedInput, type FieldControl } from './typed-input.tsx';

/** 90 → "1:30": short, easy to compare, and the same form in which it is typed. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const words =
  /^(?:(\d+(?:[.,]\d+)?)(?:h|hrs?|hours?|heures?|小时|時間))?(?:(\d+)(?:m|mn|mins?|minutes?|分钟?|分)?)?$/;

/** Parses "1:30", "90", "1.5 h", "1h30" or "2 時間" as minutes; undefined if the text is not a length of time. */
export function parseDuration(text: string): number | undefined {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const clock = /^(\d+):([0-5]?\d)$/.exec(typed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const said = words.exec(typed);
  if (typed === '' || !said) return undefined;
  const [, hours = '0', minutes = '0'] = said;
  return Math.round(Number(hours.replace(',', '.')) * 60) + Number(minutes);
}

interface InputProps {
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

/** A length of time, typed in any usual form, with minutes as its value. */
export const DurationInput = (props: InputProps & FieldControl<number | string | null>) => (
  <TypedInput<number>
    placeholder="0:00"
    inputMode="text"
    {...props}
    parse={parseDuration}
    format={(value) => (typeof value === 'number' ? durationText(value) : value)}
  />
);
