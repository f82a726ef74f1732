const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The present day in the person's time zone, as the date of a document. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
