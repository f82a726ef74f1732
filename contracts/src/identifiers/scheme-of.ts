import { checkIdentifier } from './identifiers.ts';
import { TaxScheme } from './tax-scheme.ts';

/** Numbers of the European Union name their country themselves. */
const isAt = (scheme: TaxScheme, countries: readonly string[]): boolean =>
  scheme === 'EU:VAT' || countries.includes(scheme.slice(0, 2));

/** The scheme of a tax number: the only one that it fits, or the only one of the firm's countries. Null if there are several, or none. */
export function schemeOf(taxId: string, countries: readonly string[]): TaxScheme | null {
  const fitting = TaxScheme.options.filter(
    (scheme) => scheme !== 'other' && checkIdentifier(scheme, taxId).ok,
  );
  const near = fitting.filter((scheme) => isAt(scheme, countries));
  const [only, other] = near.length > 0 ? near : fitting;
  return other === undefined ? (only ?? null) : null;
}
