import formatter from '@fragaria/address-formatter';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import { checkIdentifier } from '@daybook/contracts/identifiers/identifiers';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { needsRegion, regionName } from '@daybook/contracts/regions';

export interface Address {
  line1: string;
  line2?: string | null;
  city?: string | null;
  regionCode?: string | null;
  postal?: string | null;
  country: string;
}

export interface Registration {
  scheme: string;
  value: string;
}

/** A registration of a client, which may have begun or ended. */
export interface DatedRegistration extends Registration {
  validFrom: string | null;
  validTo: string | null;
}

/** The registrations in force on a day (docs/rules.md#registrations-of-a-client). */
export const registrationsOn = (all: readonly DatedRegistration[], day: string): DatedRegistration[] =>
  all.filter(
    ({ validFrom, validTo }) =>
      (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo),
  );

/** East Asian addresses run from the largest unit to the smallest, without separators: 東京都千代田区丸の内2-4-1. */
const isEastern = ({ country, line1, city }: Address): boolean =>
  ['JP', 'CN', 'TW'].includes(country) &&
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(line1 + (city ?? ''));

/** An address shows its region where tax law depends on it or where postal addresses include it. */
function regionOf({ country, regionCode }: Address): string | undefined {
  if (!regionCode) return undefined;
  if (needsRegion(country)) return regionName(regionCode);
  return ['US', 'CA', 'AU', 'BR'].includes(country) ? regionCode.slice(3) : undefined;
}

const given = (lines: (string | null | undefined)[]) => lines.filter((line): line is string => Boolean(line));

/**
 * The lines of an address in the format of its own country, without the country name. The order of town, postal code
 * and region follows OpenCage.
 */
export function addressLines(address: Address | null): string[] {
  if (address === null) return [];
  const { line1, line2, city, postal, country } = address;
  if (isEastern(address)) {
    const code = postal && (country === 'JP' ? `〒${postal}` : postal);
    return given([[code, `${city ?? ''}${line1}`].filter(Boolean).join(' '), line2]);
  }
  const state = regionOf(address);
  const town = { ...(city && { city }), ...(postal && { postcode: postal }), ...(state && { state }) };
  const inLatin = country === 'CN' ? 'TW' : country;
  const lines = formatter.format(
    { ...town, countryCode: inLatin },
    { output: 'array', appendCountry: false },
  );
  return given([line1, line2, ...(Object.keys(town).length === 0 ? [] : lines)]);
}

/** A printed number shows whether it was verified. */
const printedNumbers = (registrations: readonly Registration[]): Party['registrations'] =>
  registrations.map(({ scheme, value }) => ({
    scheme,
    value,
    ...(!checkIdentifier(scheme as TaxScheme, value).ok && { isUnchecked: true }),
  }));

/** A client as a document names it, copied when the document is created. */
export const clientParty = (client: {
  name: string;
  legalName: string | null;
  address: Address | null;
  registrations: Registration[];
}): Party => ({
  name: client.legalName ?? client.name,
  lines: addressLines(client.address),
  country: client.address?.country ?? '',
  registrations: printedNumbers(client.registrations),
});

export const entityParty = (entity: {
  legalName: string;
  country: string;
  /** Its country is that of the entity. */
  address: Omit<Address, 'country'>;
  registrations: Registration[];
}): Party => ({
  name: entity.legalName,
  lines: addressLines({ ...entity.address, country: entity.country }),
  country: entity.country,
  registrations: printedNumbers(entity.registrations),
});
