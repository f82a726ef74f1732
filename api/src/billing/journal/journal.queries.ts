import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type {
  JournalEntry,
  JournalLine,
  JournalRow,
  journal,
} from '@daybook/contracts/billing/journal/journal';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { AccessPath } from '../../db/keyset.ts';

type ListInput = ParsedInputOf<typeof journal.list>;

type Filter = ListInput['filter'];

/** Most opening balances are stored as invoices and receipts; this account, which their entries balance against, identifies them. */
const openingEquity = sql`(select id from ledger_account where system_key = 'opening_equity')`;

/** The conditions on the lines of an entry, the most selective first. */
const ofLines = ({ clientId, source, accountId }: Filter) => [
  ...(clientId === undefined ? [] : [{ column: 'client_id', id: sql`${clientId}` }]),
  ...(source === 'opening' ? [{ column: 'account_id', id: openingEquity }] : []),
  ...(accountId === undefined ? [] : [{ column: 'account_id', id: sql`${accountId}` }]),
];
type OfLine = ReturnType<typeof ofLines>[number];
const isLed = (lines: OfLine[]): lines is [OfLine, ...OfLine[]] => lines.length > 0;

const inDates = ({ entityId, from, to }: Filter): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    [
      sql`true`,
      ...(entityId === undefined ? [] : [sql`entry.entity_id = ${entityId}`]),
      ...(from === undefined ? [] : [sql`entry.entry_date >= ${from}`]),
      ...(to === undefined ? [] : [sql`entry.entry_date <= ${to}`]),
    ],
    sql` and `,
  )})`;

const found = (db: Db, filter: Filter) =>
  db
    .selectFrom('journalEntry as entry')
    .where(inDates(filter))
    .$if(filter.source !== undefined && filter.source !== 'opening', (query) =>
      query.where('entry.sourceType', '=', filter.source ?? ''),
    );

/** An allocation, a refund and a write-off have no number of their own: they are shown with the document whose money they move. */
const documentOf = sql<string>`coalesce(allocation.receipt_id, allocation.credit_note_id, refund.credit_note_id,
  receipt_refund.receipt_id, write_off.invoice_id, withheld.receipt_id, withheld.opening_id, entry.source_id)`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('billingEntity as entity', 'entity.id', 'entry.entityId')
    .leftJoin('allocation', 'allocation.id', 'entry.sourceId')
    .leftJoin('creditNoteRefund as refund', 'refund.id', 'entry.sourceId')
    .leftJoin('receiptRefund', 'receiptRefund.id', 'entry.sourceId')
    .leftJoin('writeOff', 'writeOff.id', 'entry.sourceId')
    .leftJoin('withheldWriteOff as givenUp', 'givenUp.id', 'entry.sourceId')
    .leftJoin('withholdingEntry as withheld', 'withheld.id', 'givenUp.entryId')
    .leftJoin('documentNumber as taken', (join) => join.on('taken.documentId', '=', documentOf))
    // A refund of a taxed advance has a refund voucher with its own number, shown on the page of the advance voucher.
    .leftJoin('documentNumber as refunded', 'refunded.documentId', 'receiptRefund.id')
    // Documents of the old system took no number here, so the documents themselves give it.
    .leftJoin('invoice as owed', (join) =>
      join.on('owed.id', '=', documentOf).on('owed.openingOn', 'is not', null),
    )
    .leftJoin('receipt as held', (join) =>
      join.on('held.id', '=', documentOf).on('held.openingOn', 'is not', null),
    )
    .leftJoin('manualJournal as manual', 'manual.id', 'entry.id')
    .leftJoin('openingWithheld as tax', (join) => join.on('tax.id', '=', documentOf))
    .select([
      'entry.id',
      'entry.entryDate as date',
      'entry.entityId',
      'entity.name as entityName',
      'entity.baseCurrency',
      'manual.reason',
      sql<JournalRow['source']>`case when entry.source_id in (owed.id, held.id)
        and entry.source_type in ('invoice', 'receipt') then 'opening' else entry.source_type end`.as(
        'source',
      ),
      sql<string | null>`coalesce(taken.document_id, owed.id, held.id, tax.id)`.as('documentId'),
      sql<string | null>`coalesce(refunded.number, taken.number, owed.number, held.number, tax.number)`.as(
        'number',
      ),
      sql<
        string | null
      >`coalesce(refunded.doc_kind, taken.doc_kind, owed.doc_kind, case when held.id is not null then 'receipt' end,
        case when tax.id is not null then 'opening_withheld' end)`.as('docKind'),
      sql<JournalRow['client']>`(select jsonb_build_object('id', client.id, 'label', client.name)
        from journal_line line join client on client.id = line.client_id
        where line.entry_id = entry.id order by line.no limit 1)`.as('client'),
      sql<Minor>`(select coalesce(sum(base_debit), 0)::bigint from journal_line where entry_id = entry.id)`.as(
        'amount',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ entityId, entityName, documentId, number, docKind, ...row }: Row): JournalRow => ({
  ...row,
  entity: { id: entityId, label: entityName },
  document: documentId === null ? null : { id: documentId, number: number ?? '', docKind: docKind ?? '' },
});

const hasLine = ({ column, id }: OfLine, more = sql``) =>
  sql<SqlBool>`(select true from journal_line other
    where other.entry_id = entry.id and other.${sql.ref(column)} = ${id} ${more} limit 1)`;

/**
 * The entries of the lines that match the most selective condition, each entry once. In date order, the first matching
 * line stands for its entry.
 */
function byLines(db: Db, [lead, ...others]: [OfLine, ...OfLine[]], filter: Filter, inOrder: boolean) {
  const lines = sql`select entry.entry_date, entry.entry_id as id, entry.no
    from journal_line entry where entry.${sql.ref(lead.column)} = ${lead.id} and ${inDates(filter)}`;
  const isFirst = sql`${hasLine(lead, sql`and other.no < entry.no`)} is null`;
  return (
    db
      .selectFrom(
        sql<{
          entryDate: string;
          id: string;
        }>`(${inOrder ? lines : sql`select distinct entry_date, id from (${lines}) as line`})`.as('entry'),
      )
      // Written as a `case`, because the planner then expects most lines to pass and reads them in order; with `is
      // null` it expects few to pass.
      .$if(inOrder, (query) => query.where(sql<SqlBool>`(case when ${isFirst} then 1 end) is not null`))
      .where((eb) => eb.and(others.map((other) => hasLine(other))))
      .$if(filter.source !== undefined && filter.source !== 'opening', (query) =>
        query.where(
          sql<SqlBool>`(select source_type = ${filter.source} from journal_entry where id = entry.id)`,
        ),
      )
  );
}

/** Entries by date; entries of the same date in the order of posting. */
export async function listJournal(db: Db, input: ListInput): Promise<Page<JournalRow>> {
  const keys = [
    { by: sql.ref('entry.entryDate'), of: (row: Row) => row.date },
    { by: sql.ref('entry.id'), of: (row: Row) => row.id },
  ];
  const { filter } = input;
  const lines = ofLines(filter);
  // A client has few lines, so collecting them first is faster.
  const inOrder = filter.clientId === undefined;
  const paths: AccessPath[] = isLed(lines)
    ? [(firstOf) => [firstOf(byLines(db, lines, filter, inOrder))]]
    : [];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, filter)), keys, descending, input, paths);
  return { ...page, rows: page.rows.map(shown) };
}

export function countJournal(db: Db, { filter }: ListInput) {
  const lines = ofLines(filter);
  return isLed(lines) ? totalOf(db, byLines(db, lines, filter, false)) : totalOf(db, found(db, filter));
}

type NumberedLine = JournalLine & {
  /** The number of the line's entry, in the order of posting. */
  entrySeq: number;
};

const referenceOf = (id: string | null, name: string | null): Reference | null =>
  id === null ? null : { id, label: name ?? '' };

async function linesOf(db: Db, entryIds: readonly string[]): Promise<Map<string, NumberedLine[]>> {
  const rows = await db
    .selectFrom('journalLine as line')
    .innerJoin('journalEntry as entry', 'entry.id', 'line.entryId')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .leftJoin('client', 'client.id', 'line.clientId')
    .leftJoin('appUser', 'appUser.id', 'line.userId')
    .leftJoin('department', 'department.id', 'line.departmentId')
    .select([
      'line.entryId',
      'entry.seq as entrySeq',
      'line.no',
      'line.currency',
      'line.debit',
      'line.credit',
      'line.baseDebit',
      'line.baseCredit',
      'line.clientId',
      'client.name as clientName',
      'line.userId',
      'appUser.name as userName',
      'line.departmentId',
      'department.name as departmentName',
      'account.id as accountId',
      'account.code',
      'account.name',
      'account.systemKey',
      'account.usual',
    ])
    .where(sql<boolean>`line.entry_id = any (${entryIds}::uuid[])`)
    .orderBy('line.entryId')
    .orderBy('line.no')
    .execute();
  const lines = rows.map(
    ({ accountId: id, code, name, systemKey, usual, clientId, userId, departmentId, ...row }) => {
      const { clientName, userName, departmentName, ...line } = row;
      return {
        ...line,
        account: { id, code, name, systemKey, usual },
        client: referenceOf(clientId, clientName),
        person: referenceOf(userId, userName),
        department: referenceOf(departmentId, departmentName),
      };
    },
  );
  return Map.groupBy(lines, ({ entryId }) => entryId);
}

/** Refuses NOT_FOUND. */
export async function openJournalEntry(db: Db, id: string): Promise<JournalEntry> {
  const row = await withDetails(found(db, {}).where('entry.id', '=', id))
    .leftJoin('appUser as poster', 'poster.id', 'entry.postedBy')
    .leftJoin('journalEntry as mirror', 'mirror.reversalOf', 'entry.id')
    .select(['entry.postedAt', 'poster.name as postedBy', 'entry.reversalOf', 'mirror.id as reversedBy'])
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const lines = await linesOf(db, [id]);
  const { postedAt, postedBy, reversalOf, reversedBy } = row;
  return { ...shown(row), postedAt, postedBy, reversalOf, reversedBy, lines: lines.get(id) ?? [] };
}

export type ExportedLine = JournalRow & { line: NumberedLine };

/** The lines of a page of entries. */
export async function pageOfJournalLines(db: Db, input: ListInput): Promise<Page<ExportedLine>> {
  const page = await listJournal(db, input);
  const lines = await linesOf(
    db,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.flatMap((row) => (lines.get(row.id) ?? []).map((line) => ({ ...row, line }))),
  };
}
