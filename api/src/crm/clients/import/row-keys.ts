import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import { schemesWithColumn, mostImportedRegistrations } from '@daybook/contracts/crm/clients/client-imports';
import { normaliseIdentifier } from '@daybook/contracts/identifiers/identifiers';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { plainHeading } from '../../../imports/headings.ts';
import type { GivenRow } from '../../../imports/import-kind.ts';
import type { Match } from '../../../imports/match.ts';
import { valuesOfFields } from './client-import-fields.ts';

/** The numbers of a row, as they are stored. */
export function numbersOf(cells: ReadonlyMap<string, string>): { scheme: string; value: string }[] {
  const numbered = Array.from({ length: mostImportedRegistrations }, (_none, at) => {
    const given = cells.get(`registration${at + 1}.scheme`) ?? '';
    const scheme = valuesOfFields.get('registration1.scheme')?.get(plainHeading(given));
    return [scheme, cells.get(`registration${at + 1}.value`) ?? ''] as const;
  });
  const own = schemesWithColumn.map((scheme) => [scheme, cells.get(`registration.${scheme}`) ?? ''] as const);
  return [...own, ...numbered].flatMap(([scheme, text]) =>
    scheme === undefined || text === ''
      ? []
      : [{ scheme, value: normaliseIdentifier(scheme as TaxScheme, text) }],
  );
}

export const emailsOf = (cells: ReadonlyMap<string, string>): string[] =>
  [1, 2, 3].flatMap((no) => cells.get(`contact${no}.email`)?.toLowerCase() || []);

/** What the rules find a client by, as keys; a row without any is new. */
export function keysOf({ cells }: GivenRow, by: ClientImportRules['by']): string[] {
  if (by === 'email') return emailsOf(cells);
  if (by === 'registration') return numbersOf(cells).map(({ scheme, value }) => `${scheme} ${value}`);
  return [cells.get('code')?.toLowerCase() || []].flat();
}

/** The clients that all keys of a row have in common; a number that several clients share does not hide the one that names one. */
export function commonTo(byKey: readonly (readonly Match[])[]): { found: Match[]; isAmbiguous: boolean } {
  const known = byKey.filter(({ length }) => length > 0);
  const [first = []] = known;
  const found = first.filter(({ id }) => known.every((some) => some.some((one) => one.id === id)));
  return { found, isAmbiguous: known.length > 0 && found.length !== 1 };
}

/** The field at which a key is said to be wrong. */
export function keyFieldOf({ cells }: GivenRow, by: ClientImportRules['by']): string {
  if (by === 'code') return 'code';
  if (by === 'email') return 'contact1.email';
  const scheme = schemesWithColumn.find((one) => (cells.get(`registration.${one}`) ?? '') !== '');
  return scheme === undefined ? 'registration1.value' : `registration.${scheme}`;
}

/** Codes that Daybook itself gives. */
export const ownCode = /^C-\d{4,}$/i;

export const nameOf = ({ cells }: GivenRow): string =>
  cells.get('name') || cells.get('code') || emailsOf(cells)[0] || cells.get('contact1.name') || '';
