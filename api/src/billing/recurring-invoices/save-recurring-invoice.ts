import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import type {
  RecurringFields,
  RecurringInvoice,
  recurringInvoices,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { findNextDay } from '../../recurrence/find-next-days.ts';
import { makersOf } from '../../start-series.ts';
import {
  checkBehind,
  goingOn,
  openSeries,
  ruleColumns,
  termsOfClient,
} from '../../recurrence/open-series.ts';
import { nominalDates } from '../../recurrence/occurrences.ts';
import { isMadeFrom, readSeries } from '../../recurrence/series-due.ts';
import { settleMissed } from '../../recurrence/settle-missed.ts';
import { checkTerms } from './recurring-preview.ts';
import { getRecurringInvoice } from './recurring-invoices.queries.ts';

type Edit = Omit<ParsedInputOf<typeof recurringInvoices.edit>, 'id'>;

const columnsOf = (fields: RecurringFields) => ({
  entityId: fields.entityId,
  mode: fields.mode,
  currency: fields.currency,
  docLocale: fields.docLocale,
  paymentTermsDays: fields.paymentTermsDays,
  placeOfSupply: fields.placeOfSupply,
  reverseCharge: fields.reverseCharge,
  poNo: fields.poNo,
  pricesIncludeTax: fields.pricesIncludeTax,
  discountPct: fields.discountPct,
  withholdingCodeId: fields.withholdingCodeId,
  withholdingRate: fields.withholdingRate,
  terms: fields.terms,
  notes: fields.notes,
});

/** Stores each line at its position. Unchanged lines are not written, so that the history of the series shows only changes. */
export async function keepLines(db: Db, seriesId: string, lines: RecurringFields['lines']): Promise<void> {
  const before = await db
    .selectFrom('recurringInvoiceLine')
    .select(['id', 'no'])
    .where('seriesId', '=', seriesId)
    .execute();
  const idAt = new Map(before.map(({ id, no }) => [no, id]));
  await db
    .deleteFrom('recurringInvoiceLine')
    .where('seriesId', '=', seriesId)
    .where('no', '>', lines.length)
    .execute();
  const rows = lines.map(({ prices, ...line }, index) => {
    const no = index + 1;
    return { prices, line: { id: idAt.get(no) ?? uuidv7(), seriesId, no, ...line } };
  });
  await db
    .insertInto('recurringInvoiceLine')
    .values(rows.map(({ line }) => line))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        description: eb.ref('excluded.description'),
        serviceId: eb.ref('excluded.serviceId'),
        sacHsn: eb.ref('excluded.sacHsn'),
        qty: eb.ref('excluded.qty'),
        unit: eb.ref('excluded.unit'),
        discountPct: eb.ref('excluded.discountPct'),
        taxCodeId: eb.ref('excluded.taxCodeId'),
        upliftPct: eb.ref('excluded.upliftPct'),
      })),
    )
    .execute();
  const prices = rows.flatMap(({ prices: dated, line }) =>
    dated.map((price) => ({ lineId: line.id, seriesId, ...price })),
  );
  await db
    .deleteFrom('recurringInvoicePrice')
    .where('seriesId', '=', seriesId)
    .where((eb) => eb.not(eb.or(prices.map(({ lineId, validFrom }) => eb.and({ lineId, validFrom })))))
    .execute();
  await db
    .insertInto('recurringInvoicePrice')
    .values(prices)
    .onConflict((conflict) =>
      conflict
        .columns(['lineId', 'validFrom'])
        .doUpdateSet((eb) => ({ unitPrice: eb.ref('excluded.unitPrice') })),
    )
    .execute();
}

interface Opened {
  id: string;
  predecessorId?: string;
  subscriptionId?: string;
  fields: RecurringFields;
}

async function open(
  db: Db,
  user: CurrentUser,
  { id, predecessorId, subscriptionId, fields }: Opened,
): Promise<void> {
  await openSeries(db, user, {
    ...fields,
    id,
    kind: 'invoice',
    ...(predecessorId !== undefined && { predecessorId }),
    ...(subscriptionId !== undefined && { subscriptionId }),
  });
  await checkTerms(db, user, fields);
  await db
    .insertInto('recurringInvoice')
    .values({ seriesId: id, ...columnsOf(fields) })
    .execute();
  await keepLines(db, id, fields.lines);
}

/** The past dates of a new series: those in `create` get an invoice, the others are skipped as not wanted. */
async function settle(db: Db, id: string, create: readonly string[], canMail: boolean): Promise<void> {
  const series = await readSeries(db, id);
  if (!series) throw new Refusal('NOT_FOUND');
  await settleMissed(db, makersOf(canMail), series, create);
}

/** Creates the series of a subscription, and the invoices of the past dates in `create`. Refuses as `createRecurringInvoice`. */
export async function addRecurringInvoice(
  db: Db,
  user: CurrentUser,
  { create, ...opened }: Opened & { create: readonly string[] },
  canMail: boolean,
): Promise<void> {
  await open(db, user, opened);
  await settle(db, opened.id, create, canMail);
}

/** Refuses as `openSeries` and `checkTerms`, NOT_A_CHOICE on `create`, and whatever the creation of an invoice of a past date is refused for. */
export async function createRecurringInvoice(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), create, ...fields }: ParsedInputOf<typeof recurringInvoices.create>,
  canMail: boolean,
): Promise<RecurringInvoice> {
  await addRecurringInvoice(db, user, { id, fields, create }, canMail);
  return getRecurringInvoice(db, user, id);
}

/**
 * Locks in the order of a run: first the progress, then the series. Refuses NOT_FOUND, VERSION_CONFLICT, and
 * STATE_NOT_ALLOWED once the series has ended.
 */
async function lock(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
  to: string,
): Promise<RecurringInvoice> {
  await db.selectFrom('seriesProgress').select('seriesId').where('seriesId', '=', id).forUpdate().execute();
  const series = await lockAtVersion(db, 'series', id, version, () => getRecurringInvoice(db, user, id));
  if (series.status !== 'active' && series.status !== 'paused')
    throw new Refusal('STATE_NOT_ALLOWED', { from: series.status, to });
  return series;
}

/** Changes the terms of the series itself. Invoices already created stay as they are; the next date is computed again. */
async function changeInPlace(db: Db, user: CurrentUser, before: RecurringInvoice, fields: RecurringFields) {
  const { id, hasRun, status, doneThrough } = before;
  await checkTerms(db, user, fields, hasRun ? addDays(doneThrough, 1) : fields.startsOn);
  const { zone, today } = await termsOfClient(db, user, fields);
  if (!hasRun) checkBehind(fields, today);
  await db
    .updateTable('series')
    .set({ ...ruleColumns(fields), startsOn: fields.startsOn, zone, catchUp: fields.catchUp, ...nextVersion })
    .where('id', '=', id)
    .execute();
  await db.updateTable('recurringInvoice').set(columnsOf(fields)).where('seriesId', '=', id).execute();
  await keepLines(db, id, fields.lines);
  if (!hasRun)
    await db
      .updateTable('seriesProgress')
      .set({ doneThrough: addDays(fields.startsOn, -1) })
      .where('seriesId', '=', id)
      .execute();
  if (!hasRun && status === 'active') await settle(db, id, [], false);
  else await findNext(db, id, status);
}

async function findNext(db: Db, id: string, status: string): Promise<void> {
  const series = await readSeries(db, id);
  if (series) await findNextDay(db, series, status);
}

/** Ends the series the day before `from`. Failed runs from that date on are left to the successor. */
async function endBefore(db: Db, { id, status }: RecurringInvoice, from: string): Promise<void> {
  const last = addDays(from, -1);
  await db
    .updateTable('series')
    .set({ ends: 'until', endsOn: last, endsAfter: null, lastOn: last, ...nextVersion })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('seriesRun')
    .set({ status: 'skipped', reason: 'GOES_ON', error: null })
    .where('seriesId', '=', id)
    .where('nominalDate', '>=', from)
    .where('status', '=', 'failed')
    .execute();
  await findNext(db, id, status);
}

/** Creates a successor of this series. */
async function goOnFrom(
  db: Db,
  user: CurrentUser,
  before: RecurringInvoice,
  fields: RecurringFields,
): Promise<string> {
  const { startsOn: from } = fields;
  const isBehind = from <= before.doneThrough || (await isMadeFrom(db, before.id, from));
  if (isBehind || from <= before.startsOn || before.successor !== null)
    throw refuseField('INPUT_INVALID', 'from', { last: before.doneThrough }, 'FROM_BEHIND');
  const rule = { rrule: before.rule.rrule, startsOn: before.startsOn, endsAfter: before.endsAfter };
  const isSameRule = fields.rule.rrule === rule.rrule;
  // With an unchanged rule, the successor must start on a date of that rule; otherwise its intervals would shift.
  if (isSameRule && nominalDates(rule, { from, until: from, most: 1 }).length === 0)
    throw refuseField('INPUT_INVALID', 'from', {}, 'NOT_A_CHOICE');
  const id = uuidv7();
  await open(db, user, { id, predecessorId: before.id, fields: goingOn(rule, fields, from) });
  const theirs = db
    .updateTable('seriesException')
    .set({ seriesId: id })
    .where('seriesId', '=', before.id)
    .where('nominalDate', '>=', from);
  // Changes to single dates also apply to the same dates of the successor.
  if (isSameRule) await theirs.execute();
  await endBefore(db, before, from);
  if (before.status === 'paused')
    await db
      .updateTable('series')
      .set({ status: 'paused', pausedFor: before.pausedFor, statusReason: before.statusReason })
      .where('id', '=', id)
      .execute();
  await findNext(db, id, before.status);
  return id;
}

/**
 * Refuses as `createRecurringInvoice`, and VERSION_CONFLICT, STATE_NOT_ALLOWED once the series has ended,
 * SERIES_HAS_RUN for another start date once it has run, REQUIRED on `from` for another rule once it has run, and
 * FROM_BEHIND for a date that has already been processed.
 */
export async function editRecurringInvoice(
  db: Db,
  user: CurrentUser,
  { id, from, ...edit }: Edit & { id: string },
  version: number,
): Promise<RecurringInvoice> {
  const before = await lock(db, user, id, version, 'changed');
  const fields = { ...edit, clientId: before.client.id };
  if (before.hasRun && from !== null)
    return getRecurringInvoice(db, user, await goOnFrom(db, user, before, { ...fields, startsOn: from }));
  if (before.hasRun && fields.startsOn !== before.startsOn) throw refuseField('SERIES_HAS_RUN', 'startsOn');
  if (before.hasRun && fields.rule.rrule !== before.rule.rrule)
    throw refuseField('INPUT_INVALID', 'from', {}, 'REQUIRED');
  await changeInPlace(db, user, before, fields);
  return getRecurringInvoice(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCED once the series has created an invoice or has a successor. */
export async function removeRecurringInvoice(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<void> {
  await db.selectFrom('seriesProgress').select('seriesId').where('seriesId', '=', id).forUpdate().execute();
  const series = await lockAtVersion(db, 'series', id, version, () => getRecurringInvoice(db, user, id));
  if (series.hasMade || series.successor !== null) throw new Refusal('REFERENCED');
  await db.deleteFrom('series').where('id', '=', id).execute();
}
