import { schemeOfCountry } from '@daybook/contracts/identifiers/scheme-of-country';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';

interface Row {
  scheme: TaxScheme;
  value: string;
}

/**
 * An entity that is registered for tax begins with a row for its tax number, which its invoices cannot do without. Rows that a person has
 * filled in stay.
 */
export function firstRegistrations(
  country: string,
  taxStatus: unknown,
  rows: readonly Partial<Row>[] = [],
): Row[] {
  const filled = rows.filter((row): row is Row => Boolean(row.value));
  const scheme = schemeOfCountry(country);
  // An EIN is no registration for a tax on sales.
  const isKnown = scheme !== 'other' && scheme !== 'US:EIN';
  if (filled.length > 0 || taxStatus === 'unregistered' || !isKnown) return filled;
  return [{ scheme, value: '' }];
}
