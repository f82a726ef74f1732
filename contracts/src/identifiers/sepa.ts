import { isSEPACountry } from 'ibantools';

const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Whether a SEPA credit transfer can reach the account. Outside the EEA it needs the bank's BIC. */
export function isReachedBySepa(iban: string, bic: string | null): boolean {
  const country = iban.slice(0, 2);
  return isSEPACountry(country) && (bic !== null || EEA.has(country));
}
