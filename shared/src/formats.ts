// A formatter takes longer to make than to use a hundred times, and a list shows dozens of dates.
const dates = new Map<string, Intl.DateTimeFormat>();

/** A formatter of dates, made once for each locale and set of options. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dates.set(key, format);
  return format;
}
