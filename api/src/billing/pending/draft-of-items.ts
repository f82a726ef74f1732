import { sql } from 'kysely';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { quantityOfItem } from '@daybook/contracts/billing/invoices/price-of-item';
import { mostLines } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingSource } from '@daybook/contracts/billing/pending/pending-invoices';
import { NOTHING } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { knownRate } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { invoiceFacts } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { createDraft, editDraft, lockDraft } from '../invoices/invoice-drafts.ts';

const readItems = (db: Db, user: CurrentUser, itemIds: readonly string[]) =>
  db
    .selectFrom('pendingItem')
    .innerJoin('client', 'client.id', 'pendingItem.clientId')
    .leftJoin('service', 'service.id', 'pendingItem.serviceId')
    .leftJoin('clientGroup', 'clientGroup.id', 'client.groupId')
    .leftJoin('client as payer', 'payer.id', 'clientGroup.payerClientId')
    .selectAll('pendingItem')
    .select([
      'service.unit',
      'service.sacHsn',
      'client.name as clientName',
      'client.groupId',
      'clientGroup.payerClientId',
      'payer.status as payerStatus',
      inScope.client(user, sql.ref('payer.id')).as('seesPayer'),
    ])
    .where('pendingItem.id', 'in', [...itemIds])
    .where(inScope.client(user, sql.ref('pendingItem.clientId')))
    .orderBy('pendingItem.id');

export type WaitingItem = Awaited<ReturnType<ReturnType<typeof readItems>['executeTakeFirstOrThrow']>>;

const byReadiness = (items: readonly WaitingItem[]) =>
  items.toSorted((a, b) => (a.readyOn < b.readyOn ? -1 : Number(a.readyOn > b.readyOn)));

/** The current items, in the order in which they became ready. */
export const seeItems = async (db: Db, user: CurrentUser, itemIds: readonly string[]) =>
  byReadiness(await readItems(db, user, itemIds).execute());

/** Locks the items in the order of their ids, so that no amount changes between reading and billing. */
export const lockItems = async (db: Db, user: CurrentUser, itemIds: readonly string[]) =>
  byReadiness(await readItems(db, user, itemIds).forUpdate('pendingItem').execute());

const mostText = 1000;

/** If an invoice is billed to another client of the group, each line names the client for whom the work was done. */
const textOf = ({ clientId, clientName, description }: WaitingItem, billedTo: string): string =>
  clientId === billedTo ? description : `${clientName}: ${description}`.slice(0, mostText).toWellFormed();

/** How the prices of a draft are entered, and its tax codes. */
interface Prices {
  pricesIncludeTax: boolean;
  reverseCharge: boolean;
  taxCodes: InvoiceFacts['taxCodes'];
}

function lineOf(item: WaitingItem, billedTo: string, { taxCodes, ...prices }: Prices) {
  const { qty, unit, unitPrice } = quantityOfItem(
    { ...item, source: item.source as PendingSource },
    { ...prices, treatment: taxCodes.find(({ id }) => id === item.taxCodeId)?.treatment },
  );
  return {
    kind: item.kind as 'fee' | 'disbursement',
    description: textOf(item, billedTo),
    serviceId: item.serviceId,
    departmentId: null,
    sacHsn: item.sacHsn,
    qty,
    unit: unit ?? item.unit ?? 'C62',
    unitPrice,
    baseQty: '1',
    discountPct: null,
    discount: null,
    charge: null,
    taxCodeId: item.taxCodeId,
    pendingItemId: item.id,
  };
}

/** The stored rate of the date; null if a person has to enter it. */
async function rateOfItems(
  db: Db,
  [{ currency }]: readonly [WaitingItem, ...WaitingItem[]],
  { baseCurrency }: InvoiceFacts,
  issueDate: string,
): Promise<string | null> {
  const known = await knownRate(db, { from: currency, to: baseCurrency, date: issueDate });
  return known?.rate ?? null;
}

/** The invoice of these items, before anyone has changed it. */
export const draftFrom = (
  items: readonly [WaitingItem, ...WaitingItem[]],
  facts: InvoiceFacts,
  { clientId, issueDate, fxRate }: { clientId: string; issueDate: string; fxRate: string | null },
) => ({
  clientId,
  entityId: items[0].entityId,
  currency: items[0].currency,
  issueDate,
  dueDate: facts.dueDate,
  serviceFrom: null,
  serviceTo: null,
  supplyDate: null,
  fxRate,
  docLocale: facts.docLocale,
  placeOfSupply: null,
  reverseCharge: false,
  poNo: null,
  pricesIncludeTax: false,
  listsHours: facts.listsHours,
  discountPct: null,
  discount: null,
  prepaid: NOTHING,
  advances: [],
  withholdingCodeId: facts.withholdingCodeId,
  withholdingRate: facts.withholdingRate,
  terms: facts.terms,
  notes: null,
  adjustments: [],
  lines: items.map((item) =>
    lineOf(item, clientId, { pricesIncludeTax: false, reverseCharge: false, taxCodes: facts.taxCodes }),
  ),
});

/**
 * Creates one draft of many items, billed to their client or to the payer of the group. Refuses REFERENCE_UNKNOWN,
 * ALREADY_INVOICED, and items that differ in the client to bill, the entity or the currency.
 */
export async function draftOfItems(
  db: Db,
  user: CurrentUser,
  {
    id,
    itemIds,
    issueDate,
    ...asked
  }: { id?: string | undefined; itemIds: readonly string[]; issueDate: string; clientId?: string | null },
): Promise<Invoice> {
  const [first, ...others] = await lockItems(db, user, itemIds);
  if (!first || others.length + 1 < itemIds.length) throw new Refusal('REFERENCE_UNKNOWN');
  const items: [WaitingItem, ...WaitingItem[]] = [first, ...others];
  if (items.some(({ status }) => status !== 'open')) throw new Refusal('ALREADY_INVOICED');
  if (items.some(({ currency }) => currency !== first.currency)) throw new Refusal('CURRENCY_MISMATCH');
  const clientId = asked.clientId ?? first.clientId;
  const isPaidBy = (item: WaitingItem) =>
    item.clientId === clientId || (asked.clientId && item.payerClientId === clientId);
  if (items.some((item) => item.entityId !== first.entityId || !isPaidBy(item)))
    throw new Refusal('ENTITY_MISMATCH');
  const facts = await invoiceFacts(db, user, { entityId: first.entityId, clientId, issueDate });
  const fxRate = await rateOfItems(db, items, facts, issueDate);
  return createDraft(db, user, { id, ...draftFrom(items, facts, { clientId, issueDate, fxRate }) });
}

/**
 * Appends a line for each item to a draft. Refuses as `editDraft`, REFERENCE_UNKNOWN, ALREADY_INVOICED, and items of
 * another client, entity or currency.
 */
export async function appendItems(
  db: Db,
  user: CurrentUser,
  { id, itemIds }: { id: string; itemIds: readonly string[] },
  version: number,
): Promise<Invoice> {
  const { lines, ...draft } = draftOf(await lockDraft(db, user, id, version, 'draft'));
  const items = await lockItems(db, user, itemIds);
  if (items.length < itemIds.length) throw new Refusal('REFERENCE_UNKNOWN');
  if (items.some(({ status }) => status !== 'open')) throw new Refusal('ALREADY_INVOICED');
  if (lines.length + items.length > mostLines)
    throw refuseField('INPUT_INVALID', 'itemIds', { maximum: mostLines }, 'TOO_BIG');
  const { taxCodes } = await invoiceFacts(db, user, draft);
  const more = items.map((item) => lineOf(item, draft.clientId, { ...draft, taxCodes }));
  return editDraft(db, user, { id, ...draft, lines: [...lines, ...more] }, version);
}

/** Creates the draft of one finished task. Refuses NOT_FOUND when the task has no pending item, and ALREADY_INVOICED. */
export async function draftOfTask(
  db: Db,
  user: CurrentUser,
  taskId: string,
  issueDate: string,
): Promise<Invoice> {
  const item = await db
    .selectFrom('pendingItem')
    .innerJoin('task', 'task.id', 'pendingItem.sourceId')
    .select(['pendingItem.id', 'pendingItem.status'])
    .where('source', '=', 'task')
    .where('sourceId', '=', taskId)
    .where(inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId')))
    .executeTakeFirst();
  if (!item) throw new Refusal('NOT_FOUND');
  if (item.status !== 'open') throw new Refusal('ALREADY_INVOICED');
  return draftOfItems(db, user, { itemIds: [item.id], issueDate });
}
