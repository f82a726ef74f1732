import Input from 'antd/es/input';
import type { CountryCode } from 'libphonenumber-js';
import { formatLocale } from '@daybook/shared/i18n';
import type { FieldControl } from './typed-input.tsx';

interface PhoneInputProps extends FieldControl<string | null> {
  /** The country of numbers without a country code; by default the region of the reader's formats. */
  country?: string | undefined;
  id?: string;
  disabled?: boolean;
}

/** The numbering plans of all countries, loaded when they are first needed. */
const loadNumbers = async () => (await import('libphonenumber-js/min')).parsePhoneNumberFromString;

/** "98250 12345" of a client in India becomes +919825012345. Text that is not a number in the country stays as typed, for the form to refuse. */
export async function withCountryCode(text: string, country: string): Promise<string> {
  const found = (await loadNumbers())(text.normalize('NFKC'), country as CountryCode);
  return found?.isValid() === true ? found.number : text;
}

/** A telephone number, typed in the country's usual form. Its country code is added when the field is left. */
export function PhoneInput({ value, onChange, country, ...rest }: PhoneInputProps) {
  const settle = async (typed: string) => {
    const region = country ?? new Intl.Locale(formatLocale()).maximize().region;
    if (typed.trim() === '' || region === undefined) return;
    const whole = await withCountryCode(typed, region).catch(() => typed);
    if (whole !== typed) onChange?.(whole);
  };
  return (
    <Input
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      dir="ltr"
      maxLength={40}
      value={value ?? ''}
      // Loaded early, so that it is there when the field is left.
      onFocus={() => void loadNumbers().catch(() => undefined)}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={(event) => void settle(event.target.value)}
    />
  );
}
