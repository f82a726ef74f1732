import fc from 'fast-check';
import { soak } from '../../../test/effort.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import type { EntityChoice } from '../../../test/fixtures/masters.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { until } from '../../../test/series-runs.ts';
import { randomCommand } from '../../../test/subscription-commands.ts';
import { aDraw } from '../../../test/subscription-draws.ts';
import type { Subscriber } from '../../../test/subscription-draws.ts';
import {
  asInvoices,
  asReturns,
  dayAfter,
  firstDay,
  makeReturns,
  monthOf,
} from '../../../test/subscription-oracle.ts';
import { aRise, riseOverAll } from '../../../test/subscription-rises.ts';
import type { Raised } from '../../../test/subscription-rises.ts';
import { newSubscriber, openShop } from '../../../test/subscription-shop.ts';
import type { Seller } from '../../../test/subscription-shop.ts';
import { clockStandsAt } from '../../../test/wall-clock.ts';

interface Firm extends Required<Pick<EntityChoice, 'fyStart' | 'timezone' | 'currency'>> {
  offset: string;
  /** Another billing entity, to which clients change. */
  other: Required<Pick<EntityChoice, 'fyStart' | 'currency'>>;
}

/** Fiscal years from every third of a quarter, currencies without and with two and three decimals, the first zone and one half an hour off. */
const firms: Firm[] = [
  {
    fyStart: '04-01',
    timezone: 'UTC',
    offset: 'Z',
    currency: 'EUR',
    other: { fyStart: '07-01', currency: 'JPY' },
  },
  {
    fyStart: '02-01',
    timezone: 'Pacific/Kiritimati',
    offset: '+14:00',
    currency: 'JPY',
    // Its quarters never begin with those of the first.
    other: { fyStart: '03-01', currency: 'EUR' },
  },
  {
    fyStart: '12-01',
    timezone: 'America/St_Johns',
    offset: '-03:30',
    currency: 'KWD',
    other: { fyStart: '06-01', currency: 'KWD' },
  },
];

const clients = 4;
const nothing = { did: [], should: [] };
const oneIn = (many: number) => fc.nat(many - 1).map((chance) => chance === 0);
const aStep = fc.record({
  days: fc.integer({ min: 9, max: 70 }),
  /** Whether the server stands still until after the commands of the day. */
  stands: oneIn(4),
  /** Whether a package gets another version. */
  edits: fc.nat(15),
  /** Whether a client gets another usual billing entity. What was sold stays with its own. */
  moves: fc.nat(11),
  /** Whether the prices of all clients are raised at once. */
  raises: oneIn(5),
  rise: aRise,
  draws: fc.array(aDraw, { minLength: clients, maxLength: clients }),
});

describe.each(firms)('random commands over three years, in $currency in $timezone', ({ other, ...firm }) => {
  const { offset } = firm;
  /** The first month of a fiscal year that is still to come, so that every day of the simulation is. */
  const begin = monthOf(`${new Date().getUTCFullYear() + 1}-${firm.fyStart}`);
  let sold: Selling;
  let sellers: Seller[];
  beforeAll(async () => {
    sold = await startSelling(firm);
    const entityId = await makeEntity(sold.api.db, { ...firm, ...other });
    sellers = [
      { ...firm, entityId: sold.ids.entityId },
      { ...other, entityId },
    ];
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => sold.api.stop());

  /** Whoever issues an invoice looks at the clock, which then is that of the day. */
  const itIs = (day: string): void => clockStandsAt(new Date(`${day}T12:00:00${offset}`));

  async function newSubscribers(): Promise<Subscriber[]> {
    const subscribers: Subscriber[] = [];
    for (let index = 0; index < clients; index += 1) {
      const clientId = await newSubscriber(sold);
      subscribers.push({ clientId, id: null, stretches: [], once: [], begun: [] });
    }
    return subscribers;
  }

  async function move(clientId: string | undefined, month: number): Promise<void> {
    if (clientId === undefined) return;
    const entityId = sellers[month % sellers.length]?.entityId ?? '';
    await sold.api.db
      .updateTable('client')
      .set({ defaultEntityId: entityId })
      .where('id', '=', clientId)
      .execute();
  }

  const invoicesOf = async (clientId: string) =>
    (
      await sold.api.db
        .selectFrom('invoice')
        .leftJoin('recurringLetter as letter', 'letter.invoiceId', 'invoice.id')
        .select(['serviceFrom', 'serviceTo', 'total', 'currency', 'issuedAt', 'letter.invoiceId as letter'])
        .where('clientId', '=', clientId)
        .execute()
    )
      .map(({ serviceFrom, serviceTo, total, currency, issuedAt, letter }) => {
        const issued = letter === null ? 'issue' : 'issue_send';
        return `${serviceFrom} ${serviceTo} ${total} ${currency} ${issuedAt === null ? 'draft' : issued}`;
      })
      .toSorted();
  /** The days of the tasks of series, and of those that are done once. */
  const workOf = async (clientId: string) => {
    const rows = await sold.api.db
      .selectFrom('task')
      .select(['nominalOn', 'startOn'])
      .where('clientId', '=', clientId)
      .execute();
    return {
      returns: rows.flatMap(({ nominalOn }) => nominalOn ?? []).toSorted(),
      begun: rows
        .flatMap(({ nominalOn, startOn }) => (nominalOn === null ? [String(startOn)] : []))
        .toSorted(),
    };
  };

  it('bill each period once, at the price of its day, and do the work of each month once', async () => {
    const { db } = sold.api;
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.array(aStep, { minLength: 45, maxLength: 45 })), async (steps) => {
        const { shop, single, edit } = await openShop(sold, sellers, begin + 14);
        const subscribers = await newSubscribers();
        const standing: Raised[] = [];
        const runUntil = async (today: string) => {
          itIs(today);
          await until(db, today, { offset, canMail: true });
          for (const { stretches } of subscribers)
            for (const stretch of stretches) makeReturns(stretch, today);
        };
        let day = firstDay(begin);
        let ran = dayAfter(day, -1);
        for (const { days, stands, edits, moves, raises, rise, draws } of steps) {
          if (day > firstDay(begin + 36)) break;
          if (!stands) {
            await runUntil(day);
            ran = day;
          }
          jest.useRealTimers();
          await edit(edits, monthOf(day));
          await move(subscribers[moves]?.clientId, monthOf(day));
          itIs(day);
          for (const [index, subscriber] of subscribers.entries()) {
            const draw = draws[index];
            const command = { db, shop, single, subscriber, day, ran, offset };
            const outcome = draw && (await randomCommand({ ...command, draw }));
            expect([outcome, outcome?.did]).toEqual([outcome, outcome?.should]);
          }
          jest.useRealTimers();
          const asked = { db, admin: sold.admin, subscribers, day, ran };
          const { did, should } = raises ? await riseOverAll(asked, rise, standing) : nothing;
          expect([day, did]).toEqual([day, should]);
          day = dayAfter(day, days);
        }
        await runUntil(day);
        jest.useRealTimers();
        for (const { clientId, stretches, begun, once } of subscribers) {
          expect(await invoicesOf(clientId)).toEqual(asInvoices({ stretches, once }, day));
          expect(await workOf(clientId)).toEqual({
            returns: asReturns(stretches),
            begun: begun.map((first) => dayAfter(first, 7)).toSorted(),
          });
        }
      }),
      { numRuns: soak(1, 40), seed: soak(20_261_128, Date.now()), endOnFailure: true },
    );
  }, 3_600_000);
});
