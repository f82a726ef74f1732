/** More than half as much again as what is known, or less than two thirds of it: no currency that is paid in moves so far unnoticed. */
export function isFarRate(rate: string, known: string): boolean {
  const times = Number(rate) / Number(known);
  return times > 1.5 || times < 2 / 3;
}
