/** A SIREN of its own for each number, with the right check digit by the Luhn formula. */
export function siren(no: number): string {
  const digits = String(10_000_000 + no);
  const sum = Array.from(digits).reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
