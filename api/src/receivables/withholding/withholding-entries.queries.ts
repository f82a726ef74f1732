import { sql } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { minor, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  WithholdingEntry,
  WithholdingRow,
  WithholdingState,
  WithholdingTotal,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { inScope } from '../../scope.ts';
import { foundEntries, isLate, lateOn, source } from './withholding-rows.ts';
import type { Asked, EntriesInput } from './withholding-rows.ts';

type Found = ReturnType<typeof foundEntries>;

/** The invoices that the tax settles now. */
const invoices = sql<
  Reference[]
>`(select coalesce(jsonb_agg(distinct jsonb_build_object('id', invoice.id, 'label', invoice.number)), '[]')
  from allocation part join invoice on invoice.id = part.invoice_id
  where part.receipt_id = entry.receipt_id and part.reversed_at is null and part.withheld_part > 0
    and invoice.client_id = entry.client_id
    and coalesce(part.withheld_by ->> 'section', receipt.withholding_section, '') = entry.section)`;

const certificates = sql<
  Reference[]
>`(select coalesce(jsonb_agg(distinct jsonb_build_object('id', proof.id, 'label', proof.number)), '[]')
  from certificate_match part join withholding_certificate proof on proof.id = part.certificate_id
  where part.entry_id = entry.id and part.released_at is null)`;

const withDetails = (query: Found) =>
  query.select([
    'entry.id',
    'entry.version',
    'entry.clientId',
    'client.name as clientName',
    'entry.entityId',
    'entity.name as entityName',
    source.as('source'),
    invoices.as('invoices'),
    certificates.as('certificates'),
    'entry.section',
    'entry.fy',
    'entry.quarter',
    'entry.deductedOn',
    'entry.currency',
    'entry.base',
    'entry.rate',
    'entry.amount',
    'entry.certified',
    'entry.writtenOff',
    sql<WithholdingState>`entry.state`.as('state'),
    lateOn.as('dueOn'),
    isLate.as('isLate'),
    'entry.note',
    'entry.matchedOn',
    'entry.disputedOn',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const openOf = (row: { amount: number; certified: number; writtenOff: number }): Minor =>
  subtract(subtract(minor(row.amount), minor(row.certified)), minor(row.writtenOff));

const shown = (row: Row): WithholdingRow => ({
  id: row.id,
  version: row.version,
  client: { id: row.clientId, label: row.clientName },
  entity: { id: row.entityId, label: row.entityName },
  source: row.source,
  invoices: row.invoices,
  certificates: row.certificates,
  section: row.section || null,
  fy: row.fy,
  quarter: row.quarter,
  deductedOn: row.deductedOn,
  currency: row.currency,
  base: row.base === null ? null : minor(row.base),
  rate: row.rate === null ? null : canonicalDecimal(row.rate),
  amount: minor(row.amount),
  certified: minor(row.certified),
  writtenOff: minor(row.writtenOff),
  open: openOf(row),
  state: row.state,
  dueOn: row.dueOn,
  isLate: row.isLate,
});

export async function listEntries(
  db: Db,
  user: CurrentUser,
  input: EntriesInput,
): Promise<Page<WithholdingRow>> {
  const keys = [
    { by: sql.ref('entry.deductedOn'), of: (row: Row) => row.deductedOn },
    { by: sql.ref('entry.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(foundEntries(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

interface Summed {
  entries: number;
  amount: Minor;
  certified: Minor;
  writtenOff: Minor;
}

export const sums = [
  sql<number>`count(*)::int`.as('entries'),
  sql<Minor>`sum(entry.amount)::bigint`.as('amount'),
  sql<Minor>`sum(entry.certified)::bigint`.as('certified'),
  sql<Minor>`sum(entry.written_off)::bigint`.as('writtenOff'),
] as const;

export const summed = <Sum extends Summed>(row: Sum) => ({ ...row, open: openOf(row) });

/** The totals by currency, and the years and sections of all entries that the caller sees. */
export async function sumsOfEntries(
  db: Db,
  user: CurrentUser,
  asked: Asked,
): Promise<Omit<WithholdingTotal, 'total' | 'isCapped'>> {
  const everything = foundEntries(db, user, { filter: {} });
  const [rows, years, sections] = await Promise.all([
    foundEntries(db, user, asked)
      .select(['entry.currency', ...sums])
      .groupBy('entry.currency')
      .orderBy('entry.currency')
      .execute(),
    everything.select('entry.fy').distinct().orderBy('entry.fy', 'desc').execute(),
    everything
      .select('entry.section')
      .where('entry.section', '<>', '')
      .distinct()
      .orderBy('entry.section')
      .execute(),
  ]);
  return {
    sums: rows.map(summed),
    years: years.map(({ fy }) => fy),
    sections: sections.map(({ section }) => section),
  };
}

export async function totalEntries(
  db: Db,
  user: CurrentUser,
  input: EntriesInput,
): Promise<WithholdingTotal> {
  const [total, figures] = await Promise.all([
    totalOf(db, foundEntries(db, user, input)),
    sumsOfEntries(db, user, input),
  ]);
  return { ...total, ...figures };
}

const proofs = (db: Db, id: string) =>
  db
    .selectFrom('certificateMatch as part')
    .innerJoin('withholdingCertificate as proof', 'proof.id', 'part.certificateId')
    .select([
      'part.id',
      'proof.id as proofId',
      'proof.number',
      'proof.certificateDate as date',
      'part.amount',
      sql<boolean>`proof.attachment_id is not null`.as('hasFile'),
      sql<boolean>`part.released_at is not null`.as('isReleased'),
    ])
    .where('part.entryId', '=', id)
    .orderBy('part.createdAt')
    .orderBy('part.id')
    .execute();

const writeOffs = (db: Db, id: string) =>
  db
    .selectFrom('withheldWriteOff')
    .select(['id', 'amount', 'writtenOffOn as date', 'reason', 'reversedOn'])
    .where('entryId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

const changes = (db: Db, id: string) =>
  db
    .selectFrom('withholdingChange as change')
    .leftJoin('appUser as person', 'person.id', 'change.changedBy')
    .select([
      'change.no',
      sql<WithholdingState>`change.state`.as('state'),
      'change.amount',
      'change.certified',
      'change.writtenOff',
      'change.note',
      'change.changedAt as at',
      'person.name as by',
    ])
    .where('change.entryId', '=', id)
    .orderBy('change.no', 'desc')
    .execute();

/** Refuses NOT_FOUND. */
export async function getEntry(db: Db, user: CurrentUser, id: string): Promise<WithholdingEntry> {
  const [row, proved, givenUp, changed] = await Promise.all([
    withDetails(foundEntries(db, user, { filter: {} }))
      .where('entry.id', '=', id)
      .executeTakeFirst(),
    proofs(db, id),
    writeOffs(db, id),
    changes(db, id),
  ]);
  if (!row) throw new Refusal('NOT_FOUND');
  return {
    ...shown(row),
    note: row.note,
    matchedOn: row.matchedOn,
    disputedOn: row.disputedOn,
    proofs: proved.map(({ proofId, number, ...proof }) => ({
      ...proof,
      certificate: { id: proofId, label: number },
    })),
    writeOffs: givenUp,
    changes: changed,
  };
}

/** Locks the entries among `ids` that the caller sees, in the order of their ids. */
export const lockEntries = (db: Db, user: CurrentUser, ids: readonly string[]) =>
  db
    .selectFrom('withholdingEntry as entry')
    .selectAll('entry')
    .where('entry.id', 'in', [...ids])
    .where(inScope.client(user, sql.ref('entry.clientId')))
    .orderBy('entry.id')
    .forNoKeyUpdate()
    .execute();
