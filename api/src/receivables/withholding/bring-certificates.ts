import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { fiscalYearOf } from '@daybook/contracts/money/numbering';
import { monthNumber } from '@daybook/contracts/plain-date';
import type {
  CertificateLine,
  ReadCertificate,
  certificateFiles,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { todayIn } from '../../billing/documents/invoice-basis.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { numbersIn, readCertificates } from './certificate-lines.rules.ts';
import type { AwaitingEntry, KnownCertificate, KnownClient } from './certificate-lines.rules.ts';
import { storeCertificate } from './save-certificate.ts';
import { source } from './withholding-rows.ts';

type Given = ParsedInputOf<typeof certificateFiles.preview>;

/** The clients in the caller's scope that a row could mean. */
async function clientsOf(
  db: Db,
  user: CurrentUser,
  rows: readonly CertificateLine[],
): Promise<KnownClient[]> {
  const names = [...new Set(rows.map(({ client }) => client.toLowerCase()).filter(Boolean))];
  const numbers = [...new Set(rows.flatMap(({ taxId }) => (taxId === '' ? [] : numbersIn(taxId))))];
  return db
    .selectFrom('client')
    .select([
      'client.id',
      'client.name as label',
      'client.code',
      sql<
        KnownClient['taxIds']
      >`(select coalesce(jsonb_agg(jsonb_build_object('scheme', scheme, 'value', value)), '[]')
        from client_registration where client_id = client.id)`.as('taxIds'),
    ])
    .where(
      sql<boolean>`(lower(client.name) = any (${names}::text[]) or lower(client.code) = any (${names}::text[])
        or exists (select from client_registration held where held.client_id = client.id
          and (upper(held.value) = any (${numbers}::text[])
            or held.scheme = 'IN:GSTIN' and substr(held.value, 3, 10) = any (${numbers}::text[]))))`,
    )
    .where(inScope.client(user, sql.ref('client.id')))
    .orderBy('client.id')
    .execute();
}

const entriesOf = async (
  db: Db,
  entityId: string,
  currency: string,
  clientIds: readonly string[],
): Promise<AwaitingEntry[]> => {
  return db
    .selectFrom('withholdingEntry as entry')
    .leftJoin('receipt', 'receipt.id', 'entry.receiptId')
    .leftJoin('openingWithheld as opening', 'opening.id', 'entry.openingId')
    .select([
      'entry.id',
      'entry.clientId',
      source.as('source'),
      'entry.section',
      'entry.fy',
      'entry.quarter',
      'entry.deductedOn',
      sql<Minor>`(entry.amount - entry.certified - entry.written_off)`.as('open'),
    ])
    .where('entry.entityId', '=', entityId)
    .where('entry.currency', '=', currency)
    .where(sql<boolean>`entry.client_id = any (${clientIds}::uuid[])`)
    .where(sql<boolean>`entry.amount > entry.certified + entry.written_off`)
    .orderBy('entry.id')
    .execute();
};

const certificatesOf = (db: Db, clientIds: readonly string[]): Promise<KnownCertificate[]> =>
  db
    .selectFrom('withholdingCertificate')
    .select(['clientId', 'number', sql<Minor>`amount`.as('amount')])
    .where(sql<boolean>`client_id = any (${clientIds}::uuid[])`)
    .where('withdrawnAt', 'is', null)
    .execute();

/** The quarter of the fiscal year in which a day lies. */
function quarterIn(day: string, fyStart: string): { fy: string; quarter: number } {
  const { start, end } = fiscalYearOf(day, fyStart);
  const months = monthNumber(day) - monthNumber(start) - Number(day.slice(8) < start.slice(8));
  const fy = fyStart === '01-01' ? start.slice(0, 4) : `${start.slice(0, 4)}-${end.slice(2, 4)}`;
  return { fy, quarter: Math.floor(months / 3) + 1 };
}

async function readAll(db: Db, user: CurrentUser, { entityId, rows }: Given): Promise<ReadCertificate[]> {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['baseCurrency', 'fyStart', 'timezone'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  const clients = await clientsOf(db, user, rows);
  const ids = clients.map(({ id }) => id);
  const [entries, certificates] = await Promise.all([
    entriesOf(db, entityId, entity.baseCurrency, ids),
    certificatesOf(db, ids),
  ]);
  return readCertificates(rows, {
    currency: entity.baseCurrency,
    today: todayIn(entity.timezone),
    quarterOf: (day) => quarterIn(day, entity.fyStart),
    clients,
    entries,
    certificates,
  });
}

export const previewCertificates = async (db: Db, user: CurrentUser, input: Given) => ({
  rows: await readAll(db, user, input),
});

function refusalOf(rows: readonly ReadCertificate[]): Refusal | null {
  const fields: FieldRefusals = {};
  for (const [index, { faults }] of rows.entries())
    for (const [column, refused] of Object.entries(faults)) fields[`rows.${index}.${column}`] = refused;
  return Object.keys(fields).length > 0 ? new Refusal('INPUT_INVALID', {}, fields) : null;
}

/**
 * Stores the certificates of a file in the caller's transaction. Concurrent files of the same clients wait for each other,
 * so that the second finds nothing left to prove. Refuses wrong rows, unless `onlyValid` leaves them out.
 */
export async function bringCertificates(
  db: Db,
  user: CurrentUser,
  { onlyValid, ...input }: ParsedInputOf<typeof certificateFiles.bring>,
) {
  const ids = (await clientsOf(db, user, input.rows)).map(({ id }) => id);
  await sql`select from withholding_entry where client_id = any (${ids}::uuid[]) and entity_id = ${input.entityId}
    order by id for no key update`.execute(db);
  const rows = await readAll(db, user, input);
  const refusal = refusalOf(rows);
  if (refusal && !onlyValid) throw refusal;
  for (const { outcome, client, certificate, matches } of rows) {
    if (outcome !== 'new' || !client || !certificate) continue;
    await storeCertificate(db, {
      ...certificate,
      clientId: client.id,
      entityId: input.entityId,
      attachmentId: null,
      matches: matches.map(({ entryId, amount }) => ({ entryId, amount })),
    });
  }
  const count = (outcome: ReadCertificate['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { created: count('new'), same: count('same'), left: count('wrong') };
}
