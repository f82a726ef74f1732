import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { defaultNumberFormats } from '@daybook/contracts/settings/billing-entities/number-formats';
import type { BillingEntity } from '@daybook/contracts/settings/billing-entities/billing-entities';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { frenchVat, gstin, japaneseNumber, siren } from './registrations.ts';
import type { Person } from './demo.ts';
import type { Random } from './random.ts';
import { makeWithholding } from './withholding.ts';

export type Country = 'IN' | 'FR' | 'JP';

/** A billing entity, with what the other records need. */
export interface DemoEntity {
  country: Country;
  record: BillingEntity;
  /** Ids by tax code. */
  taxCodes: ReadonlyMap<string, string>;
  /** The code by which its clients withhold tax, if the country requires it. */
  withholdingCodeId: string | null;
  /** The mailbox of the person who bills and receives money here. */
  accountant: string;
}

type Given = InputOf<typeof billingEntities.create & Endpoint>;

const mumbai = (random: Random): Given => ({
  name: 'Meridian Mumbai',
  legalName: 'Meridian Advisors LLP',
  country: 'IN',
  baseCurrency: 'INR',
  fyStart: '04-01',
  timezone: 'Asia/Kolkata',
  regime: 'IN',
  address: {
    line1: '14 Dr D N Road',
    line2: 'Fort',
    city: 'Mumbai',
    regionCode: 'IN-MH',
    postal: '400001',
  },
  registrations: [{ ...gstin(random, 'IN-MH', 'F'), region: 'IN-MH' }],
  bankAccounts: [
    {
      label: 'Current account',
      bank: 'HDFC Bank',
      accountName: 'Meridian Advisors LLP',
      accountNo: '50200012345678',
      ifsc: 'HDFC0000060',
      upi: 'meridian@hdfcbank',
    },
  ],
  roundTotalTo: 100,
  writeOffLimit: 5_000,
  paymentTermsDays: 30,
  defaultTerms: 'Please quote the invoice number with your payment.',
  docLocale: 'en',
});

function lyon(random: Random): Given {
  const number = siren(random);
  return {
    name: 'Meridian Lyon',
    legalName: 'Meridian Conseil SARL',
    country: 'FR',
    baseCurrency: 'EUR',
    fyStart: '01-01',
    timezone: 'Europe/Paris',
    regime: 'EU',
    address: { line1: '27 rue de la République', city: 'Lyon', postal: '69002' },
    // The rule for services in France.
    taxDue: 'payment',
    registrations: [number, frenchVat(number.value)],
    bankAccounts: [
      {
        label: 'Compte courant',
        bank: 'BNP Paribas',
        accountName: 'Meridian Conseil SARL',
        iban: 'FR7630004000031234567890143',
        bic: 'BNPAFRPP',
      },
    ],
    writeOffLimit: 500,
    paymentTermsDays: 30,
    defaultTerms: 'Paiement à 30 jours. Indemnité forfaitaire pour frais de recouvrement : 40 €.',
    docLocale: 'fr',
  };
}

const tokyo = (random: Random): Given => ({
  name: 'メリディアン東京',
  legalName: 'メリディアン税理士法人',
  country: 'JP',
  baseCurrency: 'JPY',
  fyStart: '04-01',
  timezone: 'Asia/Tokyo',
  regime: 'JP',
  address: { line1: '丸の内2-4-1', city: '東京都千代田区', postal: '100-6390' },
  registrations: [japaneseNumber(random)],
  bankAccounts: [
    {
      label: '普通預金',
      bank: '三菱UFJ銀行 丸の内支店',
      accountName: 'メリディアンゼイリシホウジン',
      accountNo: '1234567',
    },
  ],
  roundingDir: 'floor',
  paymentTermsDays: 30,
  defaultTerms: '恐れ入りますが、振込手数料は貴社にてご負担ください。',
  docLocale: 'ja',
});

interface Office {
  country: Country;
  accountant: string;
  /** The prefix of its numbers, unless the office is the first. */
  prefix?: string;
  given: (random: Random) => Given;
}

const offices: readonly Office[] = [
  { country: 'IN', accountant: 'ananya', given: mumbai },
  { country: 'FR', accountant: 'marc', prefix: 'LY-', given: lyon },
  { country: 'JP', accountant: 'misaki', prefix: 'TK-', given: tokyo },
];

/** Prefixes distinguish the numbers of the offices. */
const numbered = (prefix: string) =>
  defaultNumberFormats().map((format) => ({ ...format, prefix: `${prefix}${format.prefix}` }));

/** Creates the firm’s three billing entities, with the usual tax codes of their countries. */
export async function makeEntities(admin: Person, random: Random): Promise<DemoEntity[]> {
  const made: DemoEntity[] = [];
  for (const { country, accountant, prefix = '', given } of offices) {
    const record = await admin.call(billingEntities.create, {
      ...given(random),
      numberFormats: numbered(prefix),
    });
    const codes = await admin.call(taxCodes.list, { pageSize: 100, filter: { regime: record.regime } });
    made.push({
      country,
      accountant,
      record,
      withholdingCodeId: await makeWithholding(admin, country),
      taxCodes: new Map(codes.rows.map(({ code, id }) => [code, id])),
    });
  }
  return made;
}
