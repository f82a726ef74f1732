/** The sum of each digit multiplied by its weight. */
const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits.charAt(at)), 0);

const upFrom = (first: number): number[] => Array.from({ length: 8 }, (_, at) => first + at);

/** A Bulgarian company number: nine digits. If the first weights leave a remainder of 10, the second weights decide. */
export function bulgarianCompany(number: string): boolean {
  const first = weighted(number, upFrom(1)) % 11;
  const sum = first === 10 ? weighted(number, upFrom(3)) % 11 : first;
  return sum % 10 === Number(number.at(-1));
}

/** The ten digits of a person in Bulgaria who is neither a citizen nor a foreigner with a personal number. */
export const bulgarianOther = (number: string): boolean =>
  (11 - (weighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(number.at(-1));

/** A Czech company number: eight digits. */
export function czechCompany(number: string): boolean {
  const rest = (11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return (rest === 0 ? 1 : rest % 10) === Number(number.at(-1));
}

/** A Czech number for a person without a birth number: nine digits that begin with 6, which does not count in the sum. */
export function czechWithoutBirthNumber(number: string): boolean {
  const rest = weighted(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (8 - ((10 - rest + 11) % 11) + 10) % 10 === Number(number.at(-1));
}

/** The eleven digits of a person in Latvia whose number does not contain the date of birth. */
export const latvianPerson = (number: string): boolean =>
  ((1 + weighted(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(number.at(-1));

const USCC = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const usccWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Checks a Chinese USCC. Written here, because stdnum fails for numbers with the check character 0 (GB 32100-2015). */
export function checkUscc(value: string): 'format' | 'checksum' | undefined {
  if (!/^\d{8}[0-9A-HJ-NP-RTUW-Y]{10}$/.test(value)) return 'format';
  const sum = usccWeights.reduce((all, weight, at) => all + weight * USCC.indexOf(value.charAt(at)), 0);
  return USCC.charAt((31 - (sum % 31)) % 31) === value.at(-1) ? undefined : 'checksum';
}
