/**
 * Whether a rate is more than one and a half times the known one, or less than two thirds of it. No currency in which
 * clients pay moves so far unnoticed.
 */
export function isFarRate(rate: string, known: string): boolean {
  const times = Number(rate) / Number(known);
  return times > 1.5 || times < 2 / 3;
}
