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

/** Seller and buyer in one country, and nothing said of the client that lets the tax go elsewhere. */
const isPlain = ({ country, supply, clientCountry, clientTreatment }: Parties): boolean =>
  !notPlain.has(clientTreatment) &&
  (supply === null ? clientCountry === country : supply === 'intra' || supply === 'inter');

/** What is taxed here first, what only a buyer abroad is billed with last. */
const categories = 'SZEOGKAE';

/** The codes as a picker offers them: the usual one first, and those of the seller's country, so that no unusual one is a single key away. */
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

/** As they are offered, and in the plain case the usual one. */
export function orderTaxCodes<Code extends TaxCode>(codes: readonly Code[], parties: Parties) {
  const ordered = inOrderOf(parties, codes);
  const [first] = ordered;
  const isUsual = first?.code === usualTaxCode(parties.regime as Regime, parties.country);
  return { ordered, usualId: isUsual && isPlain(parties) ? first.id : null };
}
