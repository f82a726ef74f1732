import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  OpenDocument,
  OutstandingLine,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { getAgeingSetting } from './ageing-setting.queries.ts';
import { byDepartment } from './by-department.ts';
import { bucketOf, byOf, daysOf, dated, lineKey, rowsAsked, whoOf } from './outstanding-lines.ts';
import type { Asked } from './outstanding-lines.ts';

type Input = ParsedInputOf<typeof outstanding.documents>;

interface Found extends Omit<OpenDocument, 'document' | 'client' | 'entity' | 'total'> {
  whoId: string | null;
  documentId: string;
  clientId: string;
  entityId: string;
}

/** A column of the document, from the table of its kind. */
const ofDocument = (invoice: RawBuilder<unknown>, receipt: RawBuilder<unknown>, note: RawBuilder<unknown>) =>
  sql`case when found.kind in ('invoice', 'opening_invoice') then (select ${invoice} from invoice where id = found.document_id)
    when found.kind = 'credit_note' then (select ${note} from credit_note where id = found.document_id)
    else (select ${receipt} from receipt where id = found.document_id) end`;

function documents(db: Db, user: CurrentUser, asked: Asked, bounds: readonly number[]) {
  const by = byOf(asked);
  const rows = rowsAsked(user, asked);
  const found = sql<Found>`(
    select md5(document_id::text || no || coalesce(who_id::text, ''))::uuid as id, part.*, ${bucketOf(sql`days`, bounds)} as bucket from (
      select ${whoOf(by)} as who_id, row.kind, row.document_id, row.no, row.client_id, row.entity_id, row.currency,
        row.issued_on, row.due_on, row.open, row.disputed, ${daysOf(asked)} as days
      from ${by === 'department' ? byDepartment(rows) : rows} row join client on client.id = row.client_id) part)`;
  return db
    .selectFrom(found.as('found'))
    .selectAll('found')
    .select([
      sql<string>`${ofDocument(sql`number`, sql`number`, sql`number`)}`.as('number'),
      sql<Minor>`(${ofDocument(sql`total`, sql`amount + withheld + bank_charge`, sql`total`)})::bigint`.as(
        'total',
      ),
      sql<string>`(select name from client where id = found.client_id)`.as('clientName'),
      sql<string>`(select name from billing_entity where id = found.entity_id)`.as('entityName'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof documents>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): OpenDocument => ({
  id: row.id,
  kind: row.kind,
  document: { id: row.documentId, label: row.number },
  client: { id: row.clientId, label: row.clientName },
  entity: { id: row.entityId, label: row.entityName },
  currency: row.currency,
  issuedOn: row.issuedOn,
  dueOn: row.dueOn,
  days: row.days,
  bucket: row.bucket,
  total: row.total,
  open: row.open,
  disputed: row.disputed,
});

// A credit has no age and comes last.
const ageless = 100_000;
const sorts: Record<string, SortKey<Row>> = {
  '-days': { by: sql`-coalesce(found.days, ${sql.lit(-ageless)})`, of: ({ days }) => -(days ?? -ageless) },
  days: { by: sql`coalesce(found.days, ${sql.lit(ageless)})`, of: ({ days }) => days ?? ageless },
  '-open': { by: sql`-found.open`, of: ({ open }) => negate(open) },
  open: { by: sql`found.open`, of: ({ open }) => open },
};

/** The documents behind the lines of the report, with what was open of each on the day. */
export async function listOpenDocuments(
  db: Db,
  user: CurrentUser,
  input: Input,
): Promise<Page<OpenDocument>> {
  const { bounds } = await getAgeingSetting(db);
  const { whoId, bucket } = input.filter;
  const isTheirs: RawBuilder<boolean> =
    whoId === 'none' ? sql`found.who_id is null` : sql`found.who_id = ${whoId}`;
  const query = documents(db, user, await dated(db, input), bounds)
    .$if(whoId !== undefined, (some) => some.where(isTheirs))
    .$if(bucket !== undefined, (some) => some.where(sql<boolean>`found.bucket = ${bucket}`));
  const key = sorts[input.sort];
  const keys = [
    { by: sql`found.currency`, of: (row: Row) => row.currency },
    ...(key ? [key] : []),
    { by: sql`found.id`, of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(query, keys, false, input);
  return { ...page, rows: page.rows.map(shown) };
}

/** The documents of these lines, the longest overdue first, for the second sheet of the exported file. */
export async function documentsOfLines(
  db: Db,
  user: CurrentUser,
  asked: Asked,
  lines: readonly OutstandingLine[],
): Promise<(line: OutstandingLine) => readonly OpenDocument[]> {
  const { bounds } = await getAgeingSetting(db);
  const rows = await documents(db, user, asked, bounds)
    .where(
      sql<boolean>`(coalesce(found.who_id::text, 'none') || ' ' || found.currency) = any (${lines.map(
        ({ who, currency }) => lineKey(who?.id, currency),
      )}::text[])`,
    )
    .orderBy(sql`found.days desc nulls last`)
    .orderBy('found.id')
    .execute();
  const grouped = Map.groupBy(rows, ({ whoId, currency }) => lineKey(whoId, currency));
  return ({ who, currency }) => (grouped.get(lineKey(who?.id, currency)) ?? []).map(shown);
}
