import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { settlingAmount } from '@daybook/contracts/money/settlement';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { taxFreed } from '../../ledger/advance-entries.ts';
import type { AdvanceTerms } from '../../ledger/advance-entries.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { allocationEntries, inBase, receiptEntries, settledByReceipt } from '../../ledger/receipt-entries.ts';
import { namedClient } from '../documents/client-party.ts';
import { postedRate } from '../documents/fx-rates.ts';
import { nextNumber } from '../documents/take-number.ts';
import { withheldByOf, withholdingOfSettled } from '../documents/withholding-terms.ts';
import { lockTargets, paidFor } from '../settlement/allocation-targets.ts';
import { receiptBasis } from '../settlement/receipt-basis.ts';
import { planAllocations } from '../settlement/allocations.rules.ts';
import { checkReceipt } from './receipts.rules.ts';
import type { PlannedAllocation } from '../settlement/allocations.rules.ts';
import { writeOffRemainders } from '../settlement/write-off-remainders.ts';
import { voucherTax } from './advance-vouchers.ts';
import type { VoucherTax } from './advance-vouchers.ts';
import { getReceipt } from './receipts.queries.ts';

type NewReceipt = Omit<ParsedInputOf<typeof receipts.create>, 'id'> & { id?: string | undefined };

/** A validated receipt, with its exchange rate. */
type CheckedReceipt = Omit<NewReceipt, 'fxRate'> & { fxRate: string };

interface PostedRow extends PlannedAllocation {
  id: string;
  withheldBy: Receipt['allocations'][number]['withheldBy'];
}

/**
 * The receipt's own entry includes what is settled on its date. Amounts that can only be settled later are an advance
 * until then. Returns the total advance.
 */
async function postEntries(
  db: Db,
  { id, heldBy, ...input }: CheckedReceipt & { id: string; heldBy: string | null },
  tax: AdvanceTerms,
  rows: readonly PostedRow[],
): Promise<Minor> {
  const { entityId, clientId, receiptDate } = input;
  const { advanceTax: _, ...money } = tax;
  const terms = { entityId, ...money };
  const { atOnce = [], later = [] } = Object.groupBy(rows, ({ allocatedOn }) =>
    allocatedOn === receiptDate ? 'atOnce' : 'later',
  );
  const received = { ...inBase(input, tax.baseCurrency), heldBy };
  const advance = subtract(settlingAmount(received), sum(atOnce.map(({ amount }) => amount)));
  await postEntry(db, {
    ...terms,
    date: receiptDate,
    source: { type: 'receipt', id },
    postings: receiptEntries(received, settledByReceipt(terms, atOnce), taxFreed(tax, advance, NOTHING)),
  });
  let left = advance;
  for (const row of settledByReceipt(terms, later)) {
    const after = subtract(left, row.amount);
    await postEntry(db, {
      ...terms,
      date: row.allocatedOn,
      source: { type: 'allocation', id: row.id },
      postings: allocationEntries(clientId, row, taxFreed(tax, left, after)),
    });
    left = after;
  }
  return advance;
}

type ReceiptValues = Omit<CheckedReceipt, 'id' | 'allocations' | keyof VoucherTax> & {
  id: string;
  advanceTaxCodeId: string | null;
  placeOfSupply: string | null;
  advanceTax: unknown;
  advanceTaken: Minor;
  againOfId: string | null;
  docLocale: string;
  receivedFrom: unknown;
  searchText: string;
};

/**
 * One round trip takes the number and writes what needs it, because the series stays locked until commit
 * (docs/rules.md#numbers-are-taken-last).
 */
async function storeReceipt(
  db: Db,
  { receivedFrom, searchText, advanceTax, ...values }: ReceiptValues,
  rows: readonly PostedRow[],
): Promise<void> {
  const { fy, source } = await nextNumber(db, {
    entityId: values.entityId,
    docKind: values.voucherKind,
    documentId: values.id,
    date: values.receiptDate,
  });
  const plan = sql<PostedRow>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid,
    "invoiceId" uuid, amount bigint, "withheldPart" bigint, "invoiceBase" bigint, "receiptBase" bigint, "allocatedOn" date,
    "withheldBy" jsonb))`;
  await db
    .with('taken', (query) => query.selectFrom(source.as('taken')).selectAll())
    .with('made', (query) =>
      query
        .insertInto('receipt')
        .values({
          ...values,
          receivedFrom: json(receivedFrom),
          advanceTax: advanceTax === null ? null : json(advanceTax),
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
      'withheldBy',
    ])
    // Joins the receipt written above, so that the receipt and its status are inserted before the allocations.
    .expression((query) =>
      query
        .selectFrom('made')
        .innerJoin(plan.as('row'), (join) => join.onTrue())
        .select([
          'row.id',
          'made.id as receiptId',
          sql<string>`"row"."invoiceId"`.as('invoiceId'),
          'row.amount',
          sql<Minor>`"row"."withheldPart"`.as('withheldPart'),
          sql<Minor>`"row"."invoiceBase"`.as('invoiceBase'),
          sql<Minor>`"row"."receiptBase"`.as('receiptBase'),
          sql<string>`"row"."allocatedOn"`.as('allocatedOn'),
          sql`nullif("row"."withheldBy", 'null')`.as('withheldBy'),
        ]),
    )
    .execute();
}

/**
 * Posts a receipt: entry, number, receipt and allocations in one transaction. Refuses every error on its field, and
 * each allocation that exceeds the receipt or the invoice, or belongs to another client, entity or currency.
 */
export async function createReceipt(
  db: Db,
  user: CurrentUser,
  input: NewReceipt,
  againOfId: string | null = null,
): Promise<Receipt> {
  const { id = uuidv7(), allocations, ...given } = input;
  const entity = await receiptBasis(db, given.entityId);
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  // An inactive client may still pay outstanding invoices.
  const client = await namedClient(db, user, given.clientId, given.receiptDate);
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  checkReceipt(input, entity);
  const fields = { ...given, fxRate: postedRate(given, entity.baseCurrency) };
  const received = inBase(fields, entity.baseCurrency);
  const tax = await voucherTax(db, user, fields);
  const { advanceTax } = tax;
  const targets = await lockTargets(
    db,
    // The tax in an advance belongs to the payer's own supplies.
    advanceTax === null ? await paidFor(db, user, fields.clientId) : [fields.clientId],
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
  const withholding = await withholdingOfSettled(db, planned, {
    ...fields,
    date: fields.receiptDate,
    fyStart: entity.fyStart,
  });
  const rows = withheldByOf(planned, withholding).map((row) => ({ id: uuidv7(), ...row }));
  const { currency, fxRate } = fields;
  const terms = { advanceTax, currency, fxRate, baseCurrency: entity.baseCurrency };
  const receivedBy = fields.receivedBy ?? (fields.mode === 'cash' ? user.id : null);
  const heldBy = fields.mode === 'cash' && entity.keepsStaffCash ? receivedBy : null;
  const advance = await postEntries(db, { ...fields, id, allocations, heldBy }, terms, rows);
  // A cheque that is deposited again stays an advance voucher, even if nothing is left as an advance.
  if (advanceTax !== null && advance === 0 && againOfId === null)
    throw refuseField('INPUT_INVALID', 'voucherKind', {}, 'ADVANCE_NOTHING_LEFT');
  await storeReceipt(
    db,
    {
      ...fields,
      ...tax,
      advanceTaken: advanceTax === null ? NOTHING : advance,
      id,
      againOfId,
      receivedBy,
      docLocale: client.docLocale,
      receivedFrom: client.party,
      searchText: normalise(client.name, fields.reference, fields.instrumentNo),
    },
    rows,
  );
  await writeOffRemainders(db, { ...fields, baseCurrency: entity.baseCurrency }, allocations, targets, rows);
  return getReceipt(db, user, id);
}
