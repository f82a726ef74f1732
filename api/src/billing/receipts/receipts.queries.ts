import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language, Reference } from '@daybook/contracts/fields';
import type { Receipt, ReceiptRow, receipts } from '@daybook/contracts/billing/receipts/receipts';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { minor, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { whereGiven } from '../../db/where-given.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { totalSearched, accessPaths } from '../../document-search.ts';
import { inBase } from '../../ledger/receipt-entries.ts';
import { exchangeGain, refundInBase } from '../documents/base-figures.ts';
import { accountOf } from '../settlement/receipt-basis.ts';
import { ofReceipt } from '../documents/own-texts.ts';
import { heldAdvance } from './advance-vouchers.ts';
import { bounceChargeOf } from './bounce-charge.ts';

type ListInput = ParsedInputOf<typeof receipts.list>;

const ofClient = sql.ref('receipt.clientId');

const visible = (db: Db, user: CurrentUser) =>
  db.selectFrom('receipt').where(inScope.client(user, sql.ref('receipt.clientId')));

/** The column that the list is sorted by. A filter on status or advance reads the live part and its index, otherwise the receipt itself. */
const dateOf = ({ status, inAdvance }: ListInput['filter']) =>
  status !== undefined || inAdvance === true
    ? { date: sql.ref('live.receiptDate'), id: sql.ref('live.receiptId'), isLive: true }
    : { date: sql.ref('receipt.receiptDate'), id: sql.ref('receipt.id'), isLive: false };

function found(query: ReturnType<typeof visible>, { filter }: Pick<ListInput, 'filter'>) {
  const { date, isLive } = dateOf(filter);
  return whereGiven(
    query.$if(isLive, (query) => query.innerJoin('receiptState as live', 'live.receiptId', 'receipt.id')),
    filter,
    {
      status: (status, eb) => eb(sql`live.display_status`, '=', status),
      inAdvance: (isAsked) =>
        isAsked
          ? sql<boolean>`live.status = 'posted' and live.allocated + live.refunded < live.available`
          : [],
      clientId: 'receipt.clientId',
      entityId: 'receipt.entityId',
      currency: 'receipt.currency',
      mode: 'receipt.mode',
      from: (from, eb) => eb(date, '>=', from),
      to: (to, eb) => eb(date, '<=', to),
    },
  );
}

/** The status as shown to people: a posted cheque may be deposited or cleared. */
export const displayStatus = sql`case when state.status <> 'posted' then state.status when state.cleared_on is not null then 'cleared'
  when state.deposited_on is not null then 'deposited' else 'posted' end`;

const unallocated = sql<Minor>`case state.status when 'posted' then state.available - state.allocated - state.refunded else 0 end`;

const withDetails = (query: ReturnType<typeof visible>) =>
  query
    .innerJoin('receiptState as state', 'state.receiptId', 'receipt.id')
    .innerJoin('billingEntity as entity', 'entity.id', 'receipt.entityId')
    .innerJoin('client', 'client.id', 'receipt.clientId')
    .select([
      'receipt.id',
      'receipt.version',
      'receipt.number',
      sql<ReceiptRow['voucherKind']>`receipt.voucher_kind`.as('voucherKind'),
      sql<ReceiptRow['status']>`${displayStatus}`.as('status'),
      'receipt.entityId',
      'entity.name as entityName',
      'receipt.clientId',
      'client.name as clientName',
      'receipt.receiptDate',
      sql<ReceiptRow['mode']>`receipt.mode`.as('mode'),
      'receipt.reference',
      'receipt.currency',
      'receipt.amount',
      'receipt.withheld',
      'receipt.bankCharge',
      'state.allocated',
      'state.refunded',
      unallocated.as('unallocated'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ entityId, entityName, clientId, clientName, ...row }: Row): ReceiptRow => ({
  ...row,
  entity: { id: entityId, label: entityName },
  client: { id: clientId, label: clientName },
});

const searchable = (db: Db, user: CurrentUser, pageScope: PageScope, input: ListInput) => ({
  ...pageScope,
  id: sql.ref('receipt.id'),
  clientId: ofClient,
  own: ofReceipt,
  rows: (seen: RawBuilder<SqlBool>) => found(db.selectFrom('receipt').where(seen), input),
  ofClients: (clientId: Expression<unknown>) => inScope.client(user, clientId),
});

export async function listReceipts(db: Db, user: CurrentUser, input: ListInput) {
  const { date, id } = dateOf(input.filter);
  const keys = [
    { by: date, of: (row: Row) => row.receiptDate },
    { by: id, of: (row: Row) => row.id },
  ];
  const pageScope = await clientsOfPage(db, user, ofClient);
  const page = await pageByKeyset(
    withDetails(found(db.selectFrom('receipt').where(ofRow(pageScope)), input)),
    keys,
    sortOf(input.sort).descending,
    input,
    await accessPaths(db, input.q, searchable(db, user, pageScope, input)),
  );
  return { ...page, rows: page.rows.map(shown) };
}

export const totalReceipts = (db: Db, user: CurrentUser, input: ListInput) =>
  totalSearched(db, input.q, searchable(db, user, allOfClients(user, ofClient), input), (rows) =>
    rows
      .innerJoin('receiptState as state', 'state.receiptId', 'receipt.id')
      .select([
        'receipt.currency',
        sql`case state.status when 'posted' then receipt.amount else 0 end`.as('amount'),
        unallocated.as('open'),
      ]),
  );

const withRecord = (query: ReturnType<typeof visible>) =>
  withDetails(query)
    .leftJoin('appUser as receiver', 'receiver.id', 'receipt.receivedBy')
    .leftJoin('taxCode', 'taxCode.id', 'receipt.advanceTaxCodeId')
    .select([
      sql<boolean>`client.erased_at is not null`.as('clientErased'),
      'receipt.fxRate',
      'receipt.advanceTaxCodeId',
      'taxCode.name as advanceTaxCode',
      'receipt.placeOfSupply',
      'receipt.advanceTax',
      'receipt.advanceTaken',
      'entity.baseCurrency',
      'receipt.withholdingSection',
      'receipt.instrumentNo',
      'receipt.instrumentBank',
      'receipt.instrumentDate',
      sql<Reference | null>`(select jsonb_build_object('id', account -> 'id', 'label', account -> 'label')
        from jsonb_array_elements(entity.bank_accounts) as account
        where account ->> 'id' = coalesce(state.deposited_to, receipt.bank_account_id)::text)`.as(
        'bankAccount',
      ),
      'receipt.receivedBy',
      'receiver.name as receiverName',
      'receipt.narration',
      sql<Language>`receipt.doc_locale`.as('docLocale'),
      'receipt.createdAt as postedAt',
      'state.reversedOn',
      'state.reversalReason',
      'state.depositedOn',
      'state.clearedOn',
      sql<Reference | null>`(select jsonb_build_object('id', earlier.id, 'label', earlier.number)
        from receipt earlier where earlier.id = receipt.again_of_id)`.as('againOf'),
      sql<Reference | null>`(select jsonb_build_object('id', later.id, 'label', later.number)
        from receipt later where later.again_of_id = receipt.id)`.as('depositedAgain'),
    ]);

async function allocationsOf(db: Db, user: CurrentUser, receiptId: string): Promise<Receipt['allocations']> {
  const rows = await db
    .selectFrom('allocation')
    .innerJoin('invoice', 'invoice.id', 'allocation.invoiceId')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .leftJoin('writeOff', (join) =>
      join.onRef('writeOff.allocationId', '=', 'allocation.id').on('writeOff.reversedOn', 'is', null),
    )
    .select([
      'allocation.id',
      'allocation.invoiceId',
      'invoice.number',
      sql<Reference | null>`(select jsonb_build_object('id', client.id, 'label', client.name) from client, receipt
        where receipt.id = allocation.receipt_id and client.id = invoice.client_id and client.id <> receipt.client_id)`.as(
        'client',
      ),
      'allocation.allocatedOn as date',
      'allocation.amount',
      'allocation.withheldPart',
      exchangeGain.as('exchangeGain'),
      sql<Receipt['allocations'][number]['withheldBy']>`allocation.withheld_by`.as('withheldBy'),
      sql<Minor>`coalesce(write_off.amount, 0)`.as('writtenOff'),
      'allocation.reversedOn',
      sql<boolean>`allocation.created_by = ${user.id} and (allocation.created_at at time zone entity.timezone)::date
        = (now() at time zone entity.timezone)::date`.as('isOfToday'),
    ])
    .where('allocation.receiptId', '=', receiptId)
    .orderBy('allocation.createdAt')
    .orderBy('allocation.id')
    .execute();
  return rows.map(({ invoiceId, number, isOfToday, ...row }) => ({
    ...row,
    invoice: { id: invoiceId, label: number ?? '' },
    mayUnallocate: row.reversedOn === null && (isAdmin(user) || isOfToday),
  }));
}

interface Received {
  id: string;
  currency: string;
  baseCurrency: string;
}

async function refundsOf(db: Db, { id, ...terms }: Received): Promise<Receipt['refunds']> {
  const rows = await db
    .selectFrom('receiptRefund')
    .select([
      'id',
      'refundedOn as date',
      'amount',
      sql<Receipt['refunds'][number]['mode']>`mode`.as('mode'),
      'reference',
      'number',
      'reversedOn',
      'fxRate',
      'base',
      accountOf(sql.ref('receiptRefund.paidFrom')),
    ])
    .where('receiptId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((refund) => refundInBase(refund, terms));
}

/** A possible duplicate entry: an earlier receipt of any billing entity with the same mode and reference. */
async function sameReference(db: Db, user: CurrentUser, receipt: Row): Promise<Receipt['warnings']> {
  if (receipt.reference === null) return [];
  const earlier = await visible(db, user)
    .innerJoin('receiptState as state', 'state.receiptId', 'receipt.id')
    .select(['receipt.id', 'receipt.number'])
    .where('receipt.mode', '=', receipt.mode)
    .where('receipt.reference', '=', receipt.reference)
    .where('receipt.id', '<>', receipt.id)
    .where('state.status', '=', 'posted')
    .where('receipt.createdAt', '<=', (eb) =>
      eb.selectFrom('receipt as this').select('this.createdAt').where('this.id', '=', receipt.id),
    )
    .orderBy('receipt.createdAt')
    .limit(1)
    .execute();
  return earlier.map(({ id, number }) => ({ code: 'SAME_REFERENCE', params: { id, number } }));
}

/** Refuses NOT_FOUND. */
export async function getReceipt(db: Db, user: CurrentUser, id: string): Promise<Receipt> {
  const row = await withRecord(visible(db, user)).where('receipt.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { receivedBy, receiverName, reversedOn, reversalReason, ...record } = row;
  const allocations = await allocationsOf(db, user, id);
  const refunds = await refundsOf(db, row);
  return {
    ...record,
    ...shown(row),
    receivedBy: receivedBy ? { id: receivedBy, label: receiverName ?? '' } : null,
    advance: heldAdvance(row),
    reversal: reversedOn ? { on: reversedOn, reason: reversalReason ?? '' } : null,
    fxRate: canonicalDecimal(row.fxRate),
    inBase: row.currency === row.baseCurrency ? null : inBase(row, row.baseCurrency).base,
    exchangeGain: sum(
      [...allocations, ...refunds]
        .filter((one) => one.reversedOn === null)
        .map((one) => minor(one.exchangeGain)),
    ),
    allocations,
    refunds,
    bounceCharge: await bounceChargeOf(db, id),
    warnings: await sameReference(db, user, row),
  };
}
