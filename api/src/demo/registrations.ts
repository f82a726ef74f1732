import { checkIdentifier } from '@daybook/contracts/identifiers/identifiers';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { stateOfRegion } from '@daybook/contracts/money/indian-states';
import type { Random } from './random.ts';

interface Registration {
  scheme: TaxScheme;
  value: string;
}

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
const letters = characters.slice(10);

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.int(0, 9)).join('');

/** The validators find the check characters; a stem that no check character completes is drawn again. */
function registered(
  scheme: TaxScheme,
  stem: () => string,
  checks: readonly string[],
  join: (stem: string, check: string) => string,
): Registration {
  for (;;) {
    const drawn = stem();
    const value = checks
      .map((check) => join(drawn, check))
      .find((candidate) => checkIdentifier(scheme, candidate).ok);
    if (value !== undefined) return { scheme, value };
  }
}

const after = (stem: string, check: string): string => stem + check;
const beforeIt = (stem: string, check: string): string => check + stem;

/** `holder`: the fourth letter of the PAN: C for a company, F for a partnership, P for a person. */
export function gstin(random: Random, regionCode: string, holder: string): Registration {
  const pan = () =>
    `${random.pick(letters)}${random.pick(letters)}${random.pick(letters)}${holder}${random.pick(letters)}` +
    `${random.int(1, 9)}${digits(random, 3)}${random.pick(letters)}`;
  return registered('IN:GSTIN', () => `${stateOfRegion(regionCode) ?? '27'}${pan()}1Z`, characters, after);
}

export const siren = (random: Random): Registration =>
  registered('FR:SIREN', () => `${random.int(3, 8)}${digits(random, 7)}`, characters, after);

export const frenchVat = (sirenValue: string): Registration =>
  registered(
    'EU:VAT',
    () => sirenValue,
    twoDigits,
    (stem, check) => `FR${check}${stem}`,
  );

export const germanVat = (random: Random): Registration =>
  registered('EU:VAT', () => `DE${random.int(1, 9)}${digits(random, 7)}`, characters, after);

export const belgianVat = (random: Random): Registration =>
  registered('EU:VAT', () => `BE0${random.int(4, 8)}${digits(random, 6)}`, twoDigits, after);

export const britishVat = (random: Random): Registration =>
  registered('GB:VAT', () => `GB${random.int(1, 9)}${digits(random, 6)}`, twoDigits, after);

export const japaneseNumber = (random: Random): Registration =>
  registered(
    'JP:T',
    () => `0${random.int(1, 9)}0001${digits(random, 6)}`,
    characters,
    (stem, check) => `T${beforeIt(stem, check)}`,
  );

/** Registered companies (91) in Pudong, Shanghai. */
export const chineseCode = (random: Random): Registration =>
  registered('CN:USCC', () => `91310115${digits(random, 9)}`, characters, after);
