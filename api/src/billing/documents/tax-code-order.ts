import type { IndiaSupply } from '@daybook/contracts/money/india-supply';
import { usualTaxCode } from '../../settings/tax-codes/usual-tax-codes.ts';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';

interface Parties {
  regime: string;
  country: string;
  supply: IndiaSupply | null;
  clientCountry: string | undefined;
  clientTreatment: string;
}

interface TaxCode {
  id: string;
  code: string;
  category: string;
  rate: string | null;
}

const notPlain = new Set(['overseas', 'eu_b2b', 'exempt', 'sez']);

/** Whether seller and buyer are in the same country and no treatment of the client moves the tax elsewhere. */
const isPlain = ({ country, supply, clientCountry, clientTreatment }: Parties): boolean =>
  !notPlain.has(clientTreatment) &&
  (supply === null ? clientCountry === country : supply === 'intra' || supply === 'inter');

/** The tax categories in the order of the picker: domestic ones first, those for buyers abroad last. */
const categories = 'SZEOGKAE';

/**
 * The tax codes in the order of the picker: the usual code first, then by category; within a category, codes of the
 * seller's country come first. A single key press in the picker therefore never selects an unusual code.
 */
export function inOrderOf<Code extends TaxCode>(
  { regime, country }: Pick<Parties, 'regime' | 'country'>,
  codes: readonly Code[],
): Code[] {
  const usual = usualTaxCode(regime as Regime, country);
  const place = ({ code, category }: Code): number =>
    code === usual ? -1 : categories.indexOf(category) * 2 + (code.startsWith(`${country}-`) ? 0 : 1);
  return codes.toSorted(
    (a, b) => place(a) - place(b) || Number(b.rate) - Number(a.rate) || (a.code < b.code ? -1 : 1),
  );
}

/** The tax codes in picker order, and the usual code if the case is a plain one. */
export function orderTaxCodes<Code extends TaxCode>(codes: readonly Code[], parties: Parties) {
  const ordered = inOrderOf(parties, codes);
  const [first] = ordered;
  const isUsual = first?.code === usualTaxCode(parties.regime as Regime, parties.country);
  return { ordered, usualId: isUsual && isPlain(parties) ? first.id : null };
}
