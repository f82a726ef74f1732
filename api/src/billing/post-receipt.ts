import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { settlingAmount } from '@daybook/contracts/money/settlement';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { postEntry } from '../ledger/post-entries.ts';
import { allocationEntries, inBase, receiptEntries } from '../ledger/receipt-entries.ts';
import { lockTargets } from './allocation-targets.ts';
import { namedClient } from './client-party.ts';
import { getReceipt, receiptBasis } from './receipts.queries.ts';
import { checkReceipt, planAllocations } from './receipts.rules.ts';
import type { PlannedAllocation } from './receipts.rules.ts';
import { nextNumber } from './take-number.ts';
import { writeOffRests } from './write-off-rests.ts';

type NewReceipt = Omit<ParsedInputOf<typeof receipts.create>, 'id'> & { id?: string | undefined };

interface PostedRow extends PlannedAllocation {
  id: string;
}

/** What is settled on the receipt's day is in its own entry; what can only be settled later is an advance until then. */
async function postEntries(
  db: Db,
  { id, ...input }: NewReceipt & { id: string },
  baseCurrency: string,
  rows: readonly PostedRow[],
): Promise<void> {
  const { entityId, clientId, currency, fxRate, receiptDate } = input;
  const terms = { entityId, currency, baseCurrency, fxRate };
  const { atOnce = [], later = [] } = Object.groupBy(rows, ({ allocatedOn }) =>
    allocatedOn === receiptDate ? 'atOnce' : 'later',
  );
  await postEntry(db, {
    ...terms,
    date: receiptDate,
    source: { type: 'receipt', id },
    postings: receiptEntries(inBase(input, baseCurrency), atOnce),
  });
  for (const row of later) {
    await postEntry(db, {
      ...terms,
      date: row.allocatedOn,
      source: { type: 'allocation', id: row.id },
      postings: allocationEntries(clientId, row),
    });
  }
}

type ReceiptValues = Omit<NewReceipt, 'id' | 'allocations'> & {
  id: string;
  againOfId: string | null;
  docLocale: string;
  receivedFrom: unknown;
  searchText: string;
};

/** One round trip takes the number and writes what needs it, since the series stays locked until commit (ruling 20). */
async function storeReceipt(
  db: Db,
  { receivedFrom, searchText, ...values }: ReceiptValues,
  rows: readonly PostedRow[],
): Promise<void> {
  const { fy, source } = await nextNumber(db, {
    entityId: values.entityId,
    docKind: 'receipt',
    documentId: values.id,
    date: values.receiptDate,
  });
  const plan = sql<PostedRow>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid,
    "invoiceId" uuid, amount bigint, "withheldPart" bigint, "invoiceBase" bigint, "receiptBase" bigint, "allocatedOn" date))`;
  await db
    .with('taken', (query) => query.selectFrom(source.as('taken')).selectAll())
    .with('made', (query) =>
      query
        .insertInto('receipt')
        .values({
          ...values,
          receivedFrom: json(receivedFrom),
          fy,
          seq: sql<number>`(select taken_seq from taken)`,
          number: sql<string>`(select taken_number from taken)`,
          searchText: sql<string>`${searchText} || ' ' || (select lower(taken_number) from taken)`,
        })
        .returning('id'),
    )
    .insertInto('allocation')
    .columns([
      'id',
      'receiptId',
      'invoiceId',
      'amount',
      'withheldPart',
      'invoiceBase',
      'receiptBase',
      'allocatedOn',
    ])
    // Read from the receipt made here: it is written first, and so is its state.
    .expression((query) =>
      query
        .selectFrom('made')
        .innerJoin(plan.as('row'), (join) => join.onTrue())
        .select([
          'row.id',
          'made.id as receiptId',
          sql<string>`"row"."invoiceId"`.as('invoiceId'),
          'row.amount',
          sql<number>`"row"."withheldPart"`.as('withheldPart'),
          sql<number>`"row"."invoiceBase"`.as('invoiceBase'),
          sql<number>`"row"."receiptBase"`.as('receiptBase'),
          sql<string>`"row"."allocatedOn"`.as('allocatedOn'),
        ]),
    )
    .execute();
}

/**
 * Posts money that came: entry, number, receipt and allocations in one transaction. Refuses what is wrong on its field,
 * and each allocation that exceeds the money or the invoice, or belongs to another client, entity or currency.
 */
export async function createReceipt(
  db: Db,
  user: CurrentUser,
  input: NewReceipt,
  againOfId: string | null = null,
): Promise<Receipt> {
  const { id = uuidv7(), allocations, ...fields } = input;
  const entity = await receiptBasis(db, fields.entityId);
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  // An inactive client may still pay what it owes.
  const client = await namedClient(db, user, fields.clientId);
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  checkReceipt(input, entity);
  const received = inBase(fields, entity.baseCurrency);
  const targets = await lockTargets(
    db,
    fields.clientId,
    allocations.map(({ invoiceId }) => invoiceId),
  );
  const source = {
    entityId: fields.entityId,
    currency: fields.currency,
    available: settlingAmount(received),
    withheld: received.withheld,
    carried: settlingAmount(received.base),
    date: fields.receiptDate,
    releasedOn: null,
  };
  const planned = planAllocations(source, targets, allocations, fields.receiptDate);
  const rows = planned.map((row) => ({ id: uuidv7(), ...row }));
  await postEntries(db, { ...input, id }, entity.baseCurrency, rows);
  await storeReceipt(
    db,
    {
      ...fields,
      id,
      againOfId,
      fxRate: canonicalDecimal(fields.fxRate),
      receivedBy: fields.receivedBy ?? (fields.mode === 'cash' ? user.id : null),
      docLocale: client.docLocale,
      receivedFrom: client.party,
      searchText: normalise(client.name, fields.reference, fields.instrumentNo),
    },
    rows,
  );
  await writeOffRests(db, { ...fields, baseCurrency: entity.baseCurrency }, allocations, targets, rows);
  return getReceipt(db, user, id);
}
