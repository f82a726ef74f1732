import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity, makeTaxCode } from '../fixtures/masters.ts';
import type { TestApi } from '../test-api.ts';

/** How a billing entity works in one regime. Together they cover currencies with 0, 2 and 3 decimals, as base and as foreign currency. */
interface MarketRules {
  regime: string;
  country: string;
  currency: string;
  foreign: string;
  fyStart: string;
  kind: string;
  rates: readonly string[];
  roundingMode: 'document_rate' | 'line';
  roundingDir: 'half_up' | 'floor';
  roundTotalTo: number;
  clients: readonly { taxTreatment: string; registrations?: { scheme: string; value: string }[] }[];
}

const plain = { fyStart: '01-01', roundingDir: 'half_up', roundTotalTo: 0 } as const;
const gstin = (value: string) => [{ scheme: 'IN:GSTIN', value }];
const supplierGstin = gstin('27AAPFU0939F1ZV');

const rules: readonly MarketRules[] = [
  {
    ...plain,
    regime: 'IN',
    country: 'IN',
    currency: 'INR',
    foreign: 'USD',
    fyStart: '04-01',
    kind: 'GST',
    rates: ['18', '5', '28'],
    roundingMode: 'document_rate',
    roundTotalTo: 100,
    clients: [
      { taxTreatment: 'consumer' },
      { taxTreatment: 'registered', registrations: gstin('29AABCF8078M1C8') },
      { taxTreatment: 'sez', registrations: gstin('24AUTPV8831F1ZZ') },
    ],
  },
  {
    ...plain,
    regime: 'EU',
    country: 'FR',
    currency: 'EUR',
    foreign: 'KWD',
    kind: 'VAT',
    rates: ['20', '5.5', '2.1'],
    roundingMode: 'line',
    clients: [{ taxTreatment: 'registered' }, { taxTreatment: 'consumer' }],
  },
  {
    ...plain,
    regime: 'JP',
    country: 'JP',
    currency: 'JPY',
    foreign: 'EUR',
    fyStart: '04-01',
    kind: 'JCT',
    rates: ['10', '8'],
    roundingMode: 'document_rate',
    roundingDir: 'floor',
    clients: [{ taxTreatment: 'registered' }, { taxTreatment: 'consumer' }],
  },
  {
    ...plain,
    regime: 'CN',
    country: 'CN',
    currency: 'CNY',
    foreign: 'JPY',
    kind: 'VAT',
    rates: ['6', '13', '1'],
    roundingMode: 'line',
    clients: [{ taxTreatment: 'registered' }, { taxTreatment: 'consumer' }],
  },
  {
    ...plain,
    regime: 'US',
    country: 'US',
    currency: 'USD',
    foreign: 'JPY',
    kind: 'SALES',
    rates: ['8.875', '7.25'],
    roundingMode: 'document_rate',
    roundTotalTo: 5,
    clients: [{ taxTreatment: 'consumer' }, { taxTreatment: 'registered' }],
  },
  {
    ...plain,
    regime: 'NONE',
    country: 'KW',
    currency: 'KWD',
    foreign: 'INR',
    kind: 'NONE',
    rates: ['5'],
    roundingMode: 'document_rate',
    roundTotalTo: 5,
    clients: [{ taxTreatment: 'consumer' }, { taxTreatment: 'overseas' }],
  },
];

export const marketCount = rules.length;

export interface Market extends MarketRules {
  clientIds: string[];
  /** The taxed ones first, then one without tax. */
  taxCodeIds: string[];
  serviceId: string;
}

export interface Firm {
  markets: Market[];
  departmentIds: string[];
}

/** The clients and tax codes of every regime; each test opens entities of its own (`openEntity`). */
export async function openMarkets(api: TestApi, crmId: string): Promise<Firm> {
  const departmentIds = [uuidv7(), uuidv7()];
  await api.db
    .insertInto('department')
    .values(departmentIds.map((id) => ({ id, name: `Department ${id}` })))
    .execute();
  const incomeAccountId = uuidv7();
  await api.db
    .insertInto('ledgerAccount')
    .values({ id: incomeAccountId, code: '4050', name: 'Advice', type: 'income' })
    .execute();
  const markets: Market[] = [];
  for (const market of rules) {
    const { regime, kind, currency } = market;
    const taxCodeIds: string[] = [];
    for (const rate of market.rates)
      taxCodeIds.push(await makeTaxCode(api.db, { code: uuidv7(), rate, regime, kind }));
    const free = { code: `O${uuidv7()}`, rate: '0', regime, kind, category: regime === 'EU' ? 'E' : 'O' };
    taxCodeIds.push(await makeTaxCode(api.db, free));
    const serviceId = uuidv7();
    await api.db
      .insertInto('service')
      .values({
        id: serviceId,
        name: `Service ${serviceId}`,
        taxCodeId: taxCodeIds[0] ?? '',
        departmentId: departmentIds[0] ?? null,
        incomeAccountId,
      })
      .execute();
    const home = await openEntity(api, market);
    const clientIds: string[] = [];
    for (const client of market.clients)
      clientIds.push(await makeClient(api.db, { ...client, entityId: home, crmId, currency }));
    await groupUp(api, clientIds);
    markets.push({ ...market, clientIds, taxCodeIds, serviceId });
  }
  return { markets, departmentIds };
}

/** Groups the clients; the first one pays for all of them. */
async function groupUp(api: TestApi, clientIds: readonly string[]): Promise<void> {
  const id = uuidv7();
  await api.db.transaction().execute(async (db) => {
    await db
      .insertInto('clientGroup')
      .values({ id, name: `Group ${id}`, payerClientId: clientIds[0] ?? null })
      .execute();
    await db.updateTable('client').set({ groupId: id }).where('id', 'in', clientIds).execute();
  });
}

/** A billing entity with empty books. */
export const openEntity = (api: TestApi, market: MarketRules): Promise<string> => {
  const { regime, country, currency, fyStart, roundTotalTo, roundingMode, roundingDir } = market;
  return makeEntity(api.db, {
    regime,
    country,
    currency,
    fyStart,
    roundTotalTo,
    writeOffLimit: 10_000,
    roundingMode,
    roundingDir,
    ...(regime === 'IN' ? { registrations: supplierGstin } : {}),
  });
};
