import { sql } from 'kysely';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';
import { invoiceFacts } from './invoice-basis.ts';
import { createDraft } from './invoice-drafts.ts';

/** Locked in the order of their ids, so that nobody changes an amount between its reading and its billing. */
async function lockItems(db: Db, user: CurrentUser, itemIds: readonly string[]) {
  const items = await db
    .selectFrom('pendingItem')
    .leftJoin('service', 'service.id', 'pendingItem.serviceId')
    .selectAll('pendingItem')
    .select(['service.unit', 'service.sacHsn'])
    .where('pendingItem.id', 'in', [...itemIds])
    .where(inScope.client(user, sql.ref('pendingItem.clientId')))
    .orderBy('pendingItem.id')
    .forUpdate('pendingItem')
    .execute();
  return items.toSorted((a, b) => (a.readyOn < b.readyOn ? -1 : Number(a.readyOn > b.readyOn)));
}

/** One draft of many items. Refuses REFERENCE_UNKNOWN, ALREADY_INVOICED, and items that do not share client, entity and currency. */
export async function draftOfItems(
  db: Db,
  user: CurrentUser,
  { id, itemIds, issueDate }: { id?: string | undefined; itemIds: readonly string[]; issueDate: string },
): Promise<Invoice> {
  const items = await lockItems(db, user, itemIds);
  const [first] = items;
  if (!first || items.length < itemIds.length) throw new Refusal('REFERENCE_UNKNOWN');
  if (items.some(({ state }) => state !== 'open')) throw new Refusal('ALREADY_INVOICED');
  if (items.some(({ currency }) => currency !== first.currency)) throw new Refusal('CURRENCY_MISMATCH');
  if (items.some(({ clientId, entityId }) => clientId !== first.clientId || entityId !== first.entityId)) {
    throw new Refusal('ENTITY_MISMATCH');
  }
  const { clientId, entityId, currency } = first;
  const facts = await invoiceFacts(db, user, { clientId, entityId, issueDate });
  return createDraft(db, user, {
    id,
    clientId,
    entityId,
    currency,
    issueDate,
    dueDate: facts.dueDate,
    serviceFrom: null,
    serviceTo: null,
    supplyDate: null,
    fxRate: '1',
    docLocale: facts.docLocale,
    placeOfSupply: null,
    reverseCharge: false,
    poNo: null,
    pricesIncludeTax: false,
    discountPct: null,
    discount: null,
    prepaid: 0,
    withholdingRate: facts.withholdingRate,
    terms: facts.terms,
    notes: null,
    adjustments: [],
    lines: items.map((item) => ({
      kind: item.kind as 'fee' | 'disbursement',
      description: item.description,
      serviceId: item.serviceId,
      sacHsn: item.sacHsn,
      qty: '1',
      unit: item.unit ?? 'C62',
      unitPrice: toDecimal(item.amount as Minor, currency),
      baseQty: '1',
      discountPct: null,
      discount: null,
      charge: null,
      taxCodeId: item.taxCodeId,
      pendingItemId: item.id,
    })),
  });
}

/** The draft of one finished task. Refuses NOT_FOUND when nothing of it waits, ALREADY_INVOICED. */
export async function draftOfTask(
  db: Db,
  user: CurrentUser,
  taskId: string,
  issueDate: string,
): Promise<Invoice> {
  const item = await db
    .selectFrom('pendingItem')
    .innerJoin('task', 'task.id', 'pendingItem.sourceId')
    .select(['pendingItem.id', 'state'])
    .where('source', '=', 'task')
    .where('sourceId', '=', taskId)
    .where(inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId')))
    .executeTakeFirst();
  if (!item) throw new Refusal('NOT_FOUND');
  if (item.state !== 'open') throw new Refusal('ALREADY_INVOICED');
  return draftOfItems(db, user, { itemIds: [item.id], issueDate });
}
