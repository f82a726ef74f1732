const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The person's own day, as a date of a document. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
