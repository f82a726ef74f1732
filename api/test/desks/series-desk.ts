import { uuidv7 } from 'uuidv7';
import type { Permission } from '@daybook/contracts/permissions';
import { addDays } from '@daybook/contracts/plain-date';
import { RecurrenceRule } from '@daybook/contracts/recurrence/rule';
import type { SeriesFields } from '@daybook/contracts/recurrence/series';
import { theSystem } from '../../src/auth/the-system.ts';
import { json } from '../../src/db/database.ts';
import type { Db } from '../../src/db/database.ts';
import { makersOf } from '../../src/keep-running-series.ts';
import { findNextDays } from '../../src/recurrence/find-next-days.ts';
import { openSeries, ruleColumns } from '../../src/recurrence/open-series.ts';
import type { NewSeries } from '../../src/recurrence/open-series.ts';
import { runSeries } from '../../src/recurrence/run-series.ts';
import { signIn } from '../people.ts';
import { makeClient, makeEntity, makeTaxCode } from './masters.ts';

type Terms = Partial<Omit<SeriesFields, 'rule'>> & {
  rrule: string;
  rule?: Partial<Omit<RecurrenceRule, 'rrule'>>;
  catchUp?: 'all' | 'latest' | 'ask';
};

export interface SeriesDesk {
  entityId: string;
  clientId: string;
  taxCodeId: string;
  personId: string;
  /** Another client of the same billing entity. */
  newClient: () => Promise<string>;
  /** In a category of its own, unless one is named. */
  task(terms: Terms & { categoryId?: string }): Promise<string>;
  /** For the client's entity, unless one is named. */
  invoice(
    terms: Terms & { mode?: 'draft' | 'issue' | 'issue_send'; price?: string; entityId?: string },
  ): Promise<string>;
}

const fieldsOf = (clientId: string, { rrule, rule, catchUp: _catchUp, ...terms }: Terms): SeriesFields => ({
  clientId,
  title: 'Books {month}',
  rule: RecurrenceRule.parse({ rrule, ...rule }),
  startsOn: '2024-01-01',
  ends: 'never',
  endsOn: null,
  endsAfter: null,
  zone: 'UTC',
  ...terms,
});

/** As if it had been opened on its first day, however long ago that is. */
async function openedThen(db: Db, id: string, of: Pick<NewSeries, 'kind' | 'catchUp'>, fields: SeriesFields) {
  const { startsOn } = fields;
  const today = new Date().toISOString().slice(0, 10);
  const never = { ends: 'never', endsOn: null, endsAfter: null } as const;
  await openSeries(db, theSystem, { id, ...of, ...fields, ...never, startsOn: today });
  await db
    .updateTable('series')
    .set({ startsOn, ...ruleColumns(fields) })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('seriesProgress')
    .set({ doneThrough: addDays(startsOn, -1) })
    .where('seriesId', '=', id)
    .execute();
}

async function addPayer(db: Db, clientId: string): Promise<void> {
  const contactId = uuidv7();
  await db
    .insertInto('contact')
    .values({ id: contactId, name: 'Payer', email: 'payer@client.example' })
    .execute();
  await db
    .insertInto('clientContact')
    .values({ clientId, contactId, no: 1, roles: ['billing'] })
    .execute();
}

/** A client with a contact for invoices, a category of tasks that come back, and series of both kinds written straight into the database. */
export async function openSeriesDesk(db: Db, keys: Permission[] = []): Promise<SeriesDesk> {
  const { id: personId } = await signIn(db, { keys });
  const taxCodeId = await makeTaxCode(db, { code: `V${uuidv7().slice(-6)}`, rate: '20' });
  const entityId = await makeEntity(db);
  const clientId = await makeClient(db, { entityId, crmId: personId });
  await addPayer(db, clientId);
  return {
    entityId,
    clientId,
    taxCodeId,
    personId,
    newClient: () => makeClient(db, { entityId, crmId: personId }),
    async task({ catchUp = 'all', categoryId, ...terms }) {
      const [id, ofSeries] = [uuidv7(), uuidv7()];
      await db
        .insertInto('recurringTaskCategory')
        .values({
          id: ofSeries,
          name: `Books ${ofSeries}`,
          titleTemplate: 'Books {month}',
          rule: json({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' }),
        })
        .execute();
      await openedThen(db, id, { kind: 'task', catchUp }, fieldsOf(clientId, terms));
      await db
        .insertInto('recurringTask')
        .values({
          seriesId: id,
          categoryId: categoryId ?? ofSeries,
          categoryVersion: 1,
          assigneeRule: 'round_robin',
          checklist: json([{ title: 'Ask for papers', mandatory: true }]),
        })
        .execute();
      await db
        .insertInto('recurringTaskAssignee')
        .values({ seriesId: id, userId: personId, no: 1 })
        .execute();
      return id;
    },
    async invoice({
      catchUp = 'all',
      mode = 'issue',
      price = '100',
      entityId: invoicing = entityId,
      ...terms
    }) {
      const [id, lineId] = [uuidv7(), uuidv7()];
      await openedThen(db, id, { kind: 'invoice', catchUp }, fieldsOf(clientId, terms));
      await db
        .insertInto('recurringInvoice')
        .values({ seriesId: id, entityId: invoicing, mode, currency: 'EUR', docLocale: 'en' })
        .execute();
      await db
        .insertInto('recurringInvoiceLine')
        .values({ id: lineId, seriesId: id, no: 1, description: 'Books {month}', qty: '1', taxCodeId })
        .execute();
      await db
        .insertInto('recurringInvoicePrice')
        .values({ lineId, seriesId: id, validFrom: '2020-01-01', unitPrice: price })
        .execute();
      return id;
    },
  };
}

/** Does all that a server would have done for the series by noon of a day. */
export async function runSeriesUntil(db: Db, day: string): Promise<void> {
  const clock = `${day}T12:00:00Z`;
  const run = { makers: makersOf(false), log: { warn: () => undefined }, clock };
  while ((await findNextDays(db, clock)) > 0);
  while ((await runSeries(db, run)) > 0);
}
