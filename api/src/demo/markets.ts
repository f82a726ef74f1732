import type { InputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { clients } from '@daybook/contracts/crm/clients/clients';
import * as words from './client-words.ts';
import type { Country } from './entities.ts';
import type { Random } from './random.ts';
import {
  belgianVat,
  britishVat,
  chineseCode,
  frenchVat,
  germanVat,
  gstin,
  japaneseNumber,
  siren,
} from './registrations.ts';

type Given = InputOf<typeof clients.create>;
export type Registrations = {
  scheme: NonNullable<Given['registrations']>[number]['scheme'];
  value: string;
}[];

/** A kind of client. */
export interface Market {
  /** The country of the billing entity that serves it. */
  entity: Country;
  country: string;
  /** Its share of the clients, relative to the others. */
  weight: number;
  kind: Given['kind'];
  treatment: Given['taxTreatment'];
  language: Language;
  /** A foreign currency, with the price of one unit in the entity’s currency. */
  foreign?: { currency: string; rate: string };
  /** Withholds tax by the code of its country. */
  withholds?: true;
  /** `kind` if the name implies another one. */
  name(random: Random): { name: string; sortName?: string; kind?: Given['kind'] };
  registrations(random: Random, regionCode: string | undefined): Registrations;
}

const none = (): Registrations => [];
const named =
  (names: readonly string[]) =>
  (random: Random): { name: string } => ({ name: random.pick(names) });

const france = { entity: 'FR', country: 'FR', language: 'fr' } as const;
const japan = { entity: 'JP', country: 'JP', language: 'ja' } as const;
const india = { entity: 'IN', country: 'IN', language: 'en' } as const;

const withReading =
  (names: readonly (readonly [string, string])[], dress: (name: string) => string) =>
  (random: Random): { name: string; sortName: string } => {
    const [name, reading] = random.pick(names);
    return { name: dress(name), sortName: reading };
  };

export const markets: Readonly<Record<string, Market>> = {
  indianCompany: {
    ...india,
    weight: 38,
    kind: 'company',
    treatment: 'registered',
    withholds: true,
    name: (random) => {
      const name = `${random.pick(words.indianFirms.first)} ${random.pick(words.indianFirms.trade)}`;
      return random.chance(0.3) ? { name: `${name} LLP`, kind: 'llp' } : { name: `${name} Pvt Ltd` };
    },
    registrations: (random, region) => [gstin(random, region ?? 'IN-MH', 'C')],
  },
  indianPerson: {
    ...india,
    weight: 14,
    kind: 'individual',
    treatment: 'unregistered',
    name: (random) => {
      const name = `${random.pick(words.indianPeople.first)} ${random.pick(words.indianPeople.last)}`;
      return random.chance(0.2) ? { name: `${name} HUF`, kind: 'huf' } : { name };
    },
    registrations: none,
  },
  hindiShop: {
    ...india,
    weight: 6,
    kind: 'proprietor',
    treatment: 'registered',
    name: named(words.hindiShops),
    registrations: (random, region) => [gstin(random, region ?? 'IN-MH', 'P')],
  },
  arabFirm: {
    ...india,
    country: 'AE',
    weight: 5,
    kind: 'company',
    treatment: 'overseas',
    foreign: { currency: 'USD', rate: '83.5' },
    name: named(words.arabFirms),
    registrations: none,
  },
  frenchFirm: {
    ...france,
    weight: 30,
    kind: 'company',
    treatment: 'registered',
    name: (random) => ({
      name: `${random.pick(words.frenchFirms.trade)} ${random.pick(words.frenchFirms.owner)} ${random.pick(['SAS', 'SARL', 'EURL'])}`,
    }),
    registrations: (random) => {
      const number = siren(random);
      return [number, frenchVat(number.value)];
    },
  },
  frenchPerson: {
    ...france,
    weight: 6,
    kind: 'individual',
    treatment: 'consumer',
    name: (random) => ({
      name: `${random.pick(words.frenchPeople.first)} ${random.pick(words.frenchPeople.last)}`,
    }),
    registrations: none,
  },
  germanFirm: {
    ...france,
    country: 'DE',
    language: 'en',
    weight: 5,
    kind: 'company',
    treatment: 'eu_b2b',
    name: named(words.germanFirms),
    registrations: (random) => [germanVat(random)],
  },
  belgianFirm: {
    ...france,
    country: 'BE',
    weight: 3,
    kind: 'company',
    treatment: 'eu_b2b',
    name: named(words.belgianFirms),
    registrations: (random) => [belgianVat(random)],
  },
  britishFirm: {
    ...france,
    country: 'GB',
    language: 'en',
    weight: 3,
    kind: 'company',
    treatment: 'overseas',
    foreign: { currency: 'GBP', rate: '1.17' },
    name: named(words.britishFirms),
    registrations: (random) => [britishVat(random)],
  },
  japaneseFirm: {
    ...japan,
    weight: 24,
    kind: 'company',
    treatment: 'registered',
    name: (random) =>
      withReading(words.japaneseFirms, (name) => random.pick([`株式会社${name}`, `${name}株式会社`]))(random),
    registrations: (random) => [japaneseNumber(random)],
  },
  japanesePerson: {
    ...japan,
    weight: 4,
    kind: 'proprietor',
    treatment: 'unregistered',
    name: withReading(words.japanesePeople, (name) => name),
    registrations: none,
  },
  chineseFirm: {
    ...japan,
    country: 'CN',
    language: 'zh',
    weight: 8,
    kind: 'company',
    treatment: 'overseas',
    name: (random) => {
      const { place, first, trade } = words.chineseFirms;
      return { name: `${random.pick(place)}${random.pick(first)}${random.pick(trade)}有限公司` };
    },
    registrations: (random) => [chineseCode(random)],
  },
};
