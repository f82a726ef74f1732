import { clients } from '@daybook/contracts/crm/clients/clients';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { contacts, phonePrefixes, towns } from './client-words.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoEntity } from './entities.ts';
import { markets } from './markets.ts';
import type { Market } from './markets.ts';
import { spread } from './random.ts';
import type { Random } from './random.ts';
import { departmentNames } from './staff.ts';

type Given = InputOf<typeof clients.create>;

/** A client, with what its tasks and invoices need. */
export interface DemoClient {
  id: string;
  market: Market;
  entity: DemoEntity;
  currency: string;
  fxRate: string;
  withholds: boolean;
  termsDays: number;
  crm: Person;
  /** The first day of the firm’s work for the client. */
  since: string;
}

/** The people who can look after clients. */
export interface Team {
  crms: readonly Person[];
  managers: readonly Person[];
  executives: readonly Person[];
  departmentIds: ReadonlyMap<(typeof departmentNames)[number], string>;
}

export interface PlannedClient {
  given: Given;
  market: Market;
  entity: DemoEntity;
  crm: Person;
}

function addressOf(random: Random, { country }: Market): NonNullable<Given['addresses']>[number] {
  const { city, postal, region, streets } = random.pick(towns[country] ?? []);
  const [street, no] = [random.pick(streets), random.int(1, 180)];
  const isAsian = country === 'JP' || country === 'CN';
  return {
    kind: 'billing',
    line1: isAsian ? `${street}${random.int(1, 4)}-${random.int(1, 20)}` : `${no} ${street}`,
    city,
    postal,
    country,
    ...(region ? { regionCode: region } : {}),
  };
}

function contactsOf(random: Random, { country }: Market, code: string): NonNullable<Given['contacts']> {
  const chosen = random.sample(contacts[country] ?? [], random.int(1, 2));
  return chosen.map(([name, mailbox], index) => ({
    name,
    email: `${mailbox}@${code}.example`,
    phone: `${phonePrefixes[country] ?? '+1'}${random.int(10_000_000, 99_999_999)}`,
    roles: index === 0 ? ['billing', 'signatory'] : ['tax'],
    ...(index > 0 && { sendInvoices: 'cc' as const }),
  }));
}

/** Draws again if a name is taken; once a short list is used up, names get the number of a branch. */
function freshName(random: Random, market: Market, taken: Set<string>): ReturnType<Market['name']> {
  for (let attempt = 1; ; attempt += 1) {
    const drawn = market.name(random);
    const name = attempt > 40 ? `${drawn.name} ${attempt - 39}` : drawn.name;
    if (taken.has(name)) continue;
    taken.add(name);
    return { ...drawn, name };
  }
}

function planClient(
  random: Random,
  {
    market,
    entity,
    team,
    taken,
    no,
  }: { market: Market; entity: DemoEntity; team: Team; taken: Set<string>; no: number },
): PlannedClient {
  const crm = random.pick(team.crms);
  const address = addressOf(random, market);
  const departments = random.sample(departmentNames, random.int(1, 2));
  return {
    market,
    entity,
    crm,
    given: {
      kind: market.kind,
      ...freshName(random, market, taken),
      crmId: crm.id,
      managerId: random.pick(team.managers).id,
      executiveIds: random.sample(team.executives, random.int(1, 2)).map(({ id }) => id),
      departmentIds: departments.map((name) => team.departmentIds.get(name) ?? ''),
      defaultEntityId: entity.record.id,
      currency: market.foreign?.currency ?? entity.record.baseCurrency,
      docLocale: market.language,
      paymentTermsDays: random.pick([15, 30, 30, 45]),
      taxTreatment: market.treatment,
      withholdingCodeId: market.withholds ? entity.withholdingCodeId : null,
      tags: random.chance(0.2) ? [random.pick(['VIP', 'retainer', 'newsletter'])] : [],
      addresses: [address],
      contacts: contactsOf(random, market, `client${no}`),
      registrations: market.registrations(random, address.regionCode ?? undefined),
    },
  };
}

/** Plans people and companies of every market, clients or prospects, in random order. */
export function planClients(
  demo: Demo,
  { count, entities, team }: { count: number; entities: readonly DemoEntity[]; team: Team },
): PlannedClient[] {
  const random = demo.random('clients');
  const weights = Object.fromEntries(Object.entries(markets).map(([name, { weight }]) => [name, weight]));
  const kinds = spread(count, weights);
  const taken = new Set<string>();
  return random.sample(kinds, kinds.length).map((kind, index) => {
    const market = markets[kind];
    const entity = entities.find(({ country }) => country === market?.entity);
    if (!market || !entity) throw new Error(`the market ${kind} is unknown`);
    return planClient(random, { market, entity, team, taken, no: index + 1 });
  });
}

export const asDemoClient = (
  { market, entity, crm }: PlannedClient,
  { id, currency, paymentTermsDays, withholdingCode }: Client,
  since: string,
): DemoClient => ({
  id,
  market,
  entity,
  crm,
  currency,
  fxRate: market.foreign?.rate ?? '1',
  withholds: withholdingCode !== null,
  termsDays: paymentTermsDays,
  since,
});

/** Creates the clients from before the year, each entered by its relationship manager. */
export function makeClients(demo: Demo, planned: readonly PlannedClient[]): Promise<DemoClient[]> {
  const since = addDays(demo.today, -365);
  return demo.each('Clients', planned, async (plan) =>
    asDemoClient(plan, await plan.crm.call(clients.create, plan.given), since),
  );
}
