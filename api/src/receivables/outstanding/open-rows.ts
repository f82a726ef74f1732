import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { OpenKind } from '@daybook/contracts/receivables/outstanding/open-kinds';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';

type Ref = Expression<unknown>;
type Predicate = RawBuilder<SqlBool>;

/** Something that was open on the day: a row of an invoice that falls due, or a credit that nothing used. */
export interface OpenRow {
  entityId: string;
  /** Whose it is. Money of a group stands with the client that paid it until it is allocated. */
  clientId: string;
  currency: string;
  kind: OpenKind;
  documentId: string;
  /** The number of the row in `invoice_due`; 0 for a credit. */
  no: number;
  issuedOn: string;
  /** Null for a credit, which is never due. */
  dueOn: string | null;
  /** Positive for what is owed, negative for a credit. */
  open: Minor;
  /** The part of `open` that is overdue: all of a row that was due before the day. */
  overdue: Minor;
  /**
   * The part of `open` that the client disputed on the day. What is paid reduces the undisputed part first, so of an invoice
   * with several rows it is the youngest part.
   */
  disputed: Minor;
}

export interface OpenAsked {
  /** `YYYY-MM-DD`, or an expression of it. A day to come shows what will be due if nothing comes in. */
  day: string | Expression<unknown>;
  /** The caller's scope, or another condition on the client: `(clientId) => inScope.client(user, clientId)`. */
  of?: (clientId: Ref) => Predicate;
  /** A few clients by their ids: only their documents and settlements are read. */
  clientIds?: readonly string[];
  entityId?: string;
  currency?: string;
  /** Nothing moved after the day (`hasMovedSince`): what is open now was open then, and nothing else is read. */
  isUnmoved?: boolean;
}

/** What settles a document, on which day, and when it was taken back. */
interface Taking {
  table: string;
  document: string;
  on: string;
}
const ofInvoices: Taking[] = [
  { table: 'allocation', document: 'invoice_id', on: 'allocated_on' },
  { table: 'write_off', document: 'invoice_id', on: 'written_off_on' },
];
const ofReceipts: Taking[] = [
  { table: 'allocation', document: 'receipt_id', on: 'allocated_on' },
  { table: 'receipt_refund', document: 'receipt_id', on: 'refunded_on' },
];
const ofNotes: Taking[] = [
  { table: 'allocation', document: 'credit_note_id', on: 'allocated_on' },
  { table: 'credit_note_refund', document: 'credit_note_id', on: 'refunded_on' },
];

/**
 * What to add to the amount that is open now, to have that of the day: what was settled after the day and stands was still
 * open, and what was taken back after the day was still settled.
 */
const sinceDay = (takings: readonly Taking[], day: Ref, id: Ref | null): RawBuilder<unknown> =>
  sql`(select document, sum_minor(amount) as amount from (${sql.join(
    takings.flatMap(({ table, document, on }) => {
      const own = id ? sql` and ${sql.ref(document)} = ${id}` : sql``;
      return [
        sql`select ${sql.ref(document)} as document, amount from ${sql.table(table)}
          where ${sql.ref(on)} > ${day} and reversed_on is null${own}`,
        sql`select ${sql.ref(document)}, -amount from ${sql.table(table)}
          where reversed_on > ${day} and ${sql.ref(on)} <= ${day}${own}`,
      ];
    }),
    sql` union all `,
  )}) taken group by document)`;

/**
 * Adds `open` to the candidates, each table with what it left on the day: what is left now, and what moved since, summed once for all
 * documents, or for each of a few. The first table alone has what is open now.
 */
function openOf(
  candidates: readonly RawBuilder<unknown>[],
  {
    takings,
    id,
    day,
    asked,
    areFew = asked.clientIds !== undefined,
  }: { takings: readonly Taking[]; id: string; day: Ref; asked: OpenAsked; areFew?: boolean },
): RawBuilder<unknown> {
  const [now] = candidates;
  if (asked.isUnmoved) return sql`(select candidate.*, left_now as open from (${now}) candidate)`;
  const document = sql.ref(`candidate.${id}`);
  const moved = areFew
    ? sql`lateral ${sinceDay(takings, day, document)} moved on true`
    : sql`${sinceDay(takings, day, null)} moved on moved.document = ${document}`;
  return sql`(select candidate.*, left_now + coalesce(moved.amount, 0) as open
    from (${sql.join(candidates, sql` union all `)}) candidate left join ${moved})`;
}

/**
 * Whether anything was settled after the day, or taken back, or an invoice that is open was posted after it. The last such day of each
 * table is the end of an index, whatever the day; for rows after a day that it does not know, PostgreSQL would plan to read the whole table.
 */
export async function hasMovedSince(db: Db, day: RawBuilder<unknown>): Promise<boolean> {
  const taken = new Map([...ofInvoices, ...ofReceipts, ...ofNotes].map(({ table, on }) => [table, on]));
  const days = [
    ...[...taken].flatMap(([table, on]) => [`${table}.${on}`, `${table}.reversed_on`]),
    'invoice_state.settled_on',
    'invoice_state.void_date',
    'receipt_state.used_up_on',
    'credit_note_state.used_up_on',
  ];
  const last = days.map((column) => {
    const [table = ''] = column.split('.');
    return sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`;
  });
  const posted = sql`(select max(issue_date) from invoice_state where outstanding > 0),
    (select max(posted_on) from invoice_state where outstanding > 0 and posted_on > issue_date)`;
  const { rows } = await sql<{
    moved: boolean | null;
  }>`select greatest(${sql.join([...last, posted])}) > ${day} as moved`.execute(db);
  return rows[0]?.moved ?? false;
}

const wanted = ({ of, clientIds, entityId, currency }: OpenAsked, from: string): Predicate => {
  const ref = (column: string) => sql.ref(`${from}.${column}`);
  return sql<SqlBool>`${sql.join(
    [
      sql`true`,
      ...(of ? [of(ref('client_id'))] : []),
      ...(clientIds ? [sql`${ref('client_id')} = any (${clientIds}::uuid[])`] : []),
      ...(entityId === undefined ? [] : [sql`${ref('entity_id')} = ${entityId}`]),
      ...(currency === undefined ? [] : [sql`${ref('currency')} = ${currency}`]),
    ],
    sql` and `,
  )}`;
};

/** Invoices that may have been open on the day: those open now, and those settled or voided after it. */
function invoices(asked: OpenAsked, day: Ref, which: 'single' | 'several'): RawBuilder<unknown> {
  const columns = sql`invoice_id, entity_id, client_id, currency, doc_kind, issue_date, due_date`;
  const rows = which === 'single' ? sql`due_rows = 1` : sql`due_rows > 1`;
  const candidates = (left: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`select ${columns}, ${left} as left_now from invoice_state state
      where ${when} and ${rows} and posted_on <= ${day} and ${wanted(asked, 'state')}`;
  return sql`select owed.*, case when argued.invoice_id is null then 0
      else greatest(0, least(open, coalesce(argued.amount, open))) end as disputed
    from ${openOf(
      [
        candidates(sql`outstanding`, sql`outstanding > 0`),
        candidates(sql`0::bigint`, sql`settled_on > ${day}`),
        candidates(sql`payable`, sql`void_date > ${day}`),
      ],
      // Few invoices have several due dates; for them alone, everything that moved would be summed once more.
      { takings: ofInvoices, id: 'invoiceId', day, asked, ...(which === 'several' && { areFew: true }) },
    )} owed
    left join (select invoice_id, amount from dispute where from_on <= ${day} and (to_on is null or to_on > ${day})) argued
      on argued.invoice_id = owed.invoice_id`;
}

/** Receipts of which something may have been left on the day. An opening credit counts from the cut-over date. */
function receipts(asked: OpenAsked, day: Ref): RawBuilder<unknown> {
  const candidates = (left: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
    sql`select receipt_id, entity_id, client_id, currency, mode, receipt_date, ${left} as left_now
      from receipt_state state where ${which} and posted_on <= ${day} and ${wanted(asked, 'state')}`;
  return sql`select entity_id, client_id, currency,
      case mode when 'opening' then 'opening_receipt' else 'receipt' end as kind, receipt_id as document_id, 0 as no,
      receipt_date as issued_on, null::date as due_on, -open as open
    from ${openOf(
      [
        candidates(sql`available - allocated - refunded`, sql`used_up_on is null`),
        candidates(sql`case status when 'posted' then 0 else available end`, sql`used_up_on > ${day}`),
      ],
      { takings: ofReceipts, id: 'receiptId', day, asked },
    )} held`;
}

function creditNotes(asked: OpenAsked, day: Ref): RawBuilder<unknown> {
  const candidates = (left: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
    sql`select id, entity_id, client_id, currency, issue_date, ${left} as left_now from credit_note_state state
      where ${which} and issue_date <= ${day} and ${wanted(asked, 'state')}`;
  return sql`select entity_id, client_id, currency, 'credit_note' as kind, id as document_id, 0 as no, issue_date as issued_on,
      null::date as due_on, -open as open
    from ${openOf(
      [
        candidates(sql`available`, sql`available > 0`),
        candidates(sql`case status when 'void' then total else 0 end`, sql`used_up_on > ${day}`),
      ],
      { takings: ofNotes, id: 'id', day, asked },
    )} held`;
}

/**
 * Everything that was open on a day, the one source of what clients owe (docs/rules.md#outstanding-as-of-a-day). Use it as a table:
 *
 *     db.selectFrom(openRows({ day, of: (clientId) => inScope.client(user, clientId) }).as('row'))
 *     sql`select client_id, sum(overdue) from ${openRows({ day, clientIds })} row group by client_id`
 *
 * It starts from what is open now and takes back what moved since, so today costs nothing but the open documents. What settles
 * an invoice settles its oldest row first; the last row holds the rest, so that the rows of a document always add up to it.
 */
export const openRows = (asked: OpenAsked): RawBuilder<OpenRow> => {
  const day = sql`(${asked.day})::date`;
  return sql<OpenRow>`(
    with owed as materialized (${invoices(asked, day, 'several')}),
    part as (
      select entity_id, client_id, currency, doc_kind, invoice_id, 1 as no, issue_date, due_date as due_on, open, disputed
      from (${invoices(asked, day, 'single')}) whole
      union all
      select entity_id, client_id, currency, doc_kind, owed.invoice_id, row.no, issue_date, row.due_on,
        least(row.amount, case when row.is_last then row.upto - whole + open
          else greatest(0, row.upto - whole + open) end),
        greatest(0, least(row.amount, row.upto - whole + disputed))
      from owed join (
        select invoice_id, no, due_on, amount, (sum(amount) over upto)::bigint as upto,
          (sum(amount) over document)::bigint as whole, no = max(no) over document as is_last
        from invoice_due where invoice_id in (select invoice_id from owed)
        window document as (partition by invoice_id), upto as (partition by invoice_id order by no)) row
        on row.invoice_id = owed.invoice_id)
    select entity_id, client_id, currency, case doc_kind when 'opening_invoice' then doc_kind else 'invoice' end as kind,
      invoice_id as document_id, no, issue_date as issued_on, due_on, open::bigint as open,
      case when due_on < ${day} then open else 0 end::bigint as overdue, disputed::bigint as disputed
    from part where open <> 0
    union all
    select credit.*, 0, 0 from (${receipts(asked, day)} union all ${creditNotes(asked, day)}) credit where open <> 0)`;
};

/**
 * What each client owed on a day after which nothing moved, less its credits: the sum of `openRows` by client and currency, from the
 * stored totals of what is owed now.
 */
export const openBalances = (
  asked: OpenAsked,
): RawBuilder<{ clientId: string; currency: string; balance: Minor }> => {
  const day = sql`(${asked.day})::date`;
  const now = { ...asked, isUnmoved: true };
  return sql`(
    select client_id, currency, sum_minor(open) as balance from (
      select client_id, currency, owed as open, invoices as documents from owed_by_client where ${wanted(asked, 'owed_by_client')}
      union all
      select client_id, currency, open, 1 from (${receipts(now, day)} union all ${creditNotes(now, day)}) credit where open <> 0
    ) part group by client_id, currency having sum_minor(documents) > 0)`;
};
