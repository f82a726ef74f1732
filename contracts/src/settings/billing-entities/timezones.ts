const SHAPE = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/;

/** Whether the text is an IANA time zone. Runtimes list old names (Asia/Calcutta) and accept the new ones too. */
export function isTimezone(zone: string): boolean {
  if (!SHAPE.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** New names of zones that runtimes still list under the old name. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

export const currentZoneName = (zone: string): string => RENAMED[zone] ?? zone;

/** The zones that a form offers. */
export const timezones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').map(currentZoneName).toSorted(),
];
