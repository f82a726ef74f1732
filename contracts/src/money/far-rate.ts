/** More than ten times what is known, or less than a tenth of it: a decimal point in the wrong place, or the other direction. */
export function isFarRate(rate: string, known: string): boolean {
  const times = Number(rate) / Number(known);
  return times > 10 || times < 0.1;
}
