import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type {
  OpeningInput,
  ReadOpening,
  openingBalances,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockParams } from '../../db/refused-by-database.ts';
import { inScope } from '../../scope.ts';
import { openingEntity } from './opening-balances.queries.ts';
import { readRows } from './opening-rows.ts';
import type { OpeningClient, OpeningRow, StandingOpening } from './opening-rows.ts';
import { storeOpenings, takeOpeningBack } from './store-openings.ts';

/** Refuses REFERENCE_UNKNOWN on `entityId`, and CUT_OVER_MISSING on the same field while the entity has no cut-over date. */
async function termsOf(db: Db, entityId: string) {
  const entity = await openingEntity(db, entityId).catch(() => undefined);
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  if (entity.cutOverOn === null) throw refuseField('INPUT_INVALID', 'entityId', {}, 'CUT_OVER_MISSING');
  return { cutOverOn: entity.cutOverOn, baseCurrency: entity.baseCurrency };
}

/** The clients that the rows name, if they are in the caller's scope, in the order of their ids. */
async function clientsOf(db: Db, user: CurrentUser, rows: readonly OpeningInput[]): Promise<OpeningClient[]> {
  const names = [...new Set(rows.map(({ client }) => client.toLowerCase()))];
  return db
    .selectFrom('client')
    .select(['id', 'code', 'name', 'currency', 'paymentTermsDays', 'openingLocked'])
    .where(sql<boolean>`(lower(name) = any (${names}::text[]) or lower(code) = any (${names}::text[]))`)
    .where(inScope.client(user, sql.ref('client.id')))
    .orderBy('id')
    .execute();
}

const standingOf = async (
  db: Db,
  entityId: string,
  clients: readonly OpeningClient[],
): Promise<StandingOpening[]> => {
  const rows = await db
    .selectFrom('openingDocument')
    .select([
      sql<string>`id`.as('id'),
      sql<string>`client_id`.as('clientId'),
      sql<StandingOpening['kind']>`kind`.as('kind'),
      sql<string>`number`.as('number'),
      sql<string>`document_date`.as('date'),
      sql<string>`due_date`.as('dueDate'),
      sql<string>`currency`.as('currency'),
      sql<string>`fx_rate`.as('fxRate'),
      sql<Minor>`amount`.as('amount'),
      sql<boolean>`is_settled`.as('isSettled'),
      sql<string | null>`section`.as('section'),
    ])
    .where('entityId', '=', entityId)
    .where(sql<boolean>`client_id = any (${clients.map(({ id }) => id)}::uuid[])`)
    .execute();
  return rows.map((row) => ({ ...row, fxRate: canonicalDecimal(row.fxRate) }));
};

/** Refuses PERIOD_LOCKED on `entityId`, because the cut-over date belongs to the entity and not to the file. */
async function checkOpen(db: Db, user: CurrentUser, entityId: string, day: string): Promise<void> {
  const { rows } = await sql<{ until: string | null; whoMay: string }>`
    select period_locked(${entityId}, ${day}, ${user.id}) as until, period_lock_who_may(${entityId}) as who_may`.execute(
    db,
  );
  const [lock] = rows;
  if (lock && lock.until !== null)
    throw refuseField('PERIOD_LOCKED', 'entityId', lockParams({ ...lock, until: lock.until }));
}

type Given = ParsedInputOf<typeof openingBalances.preview>;

async function readAll(db: Db, { entityId, rows }: Given, clients: readonly OpeningClient[]) {
  const terms = await termsOf(db, entityId);
  const standing = await standingOf(db, entityId, clients);
  return { terms, rows: readRows(rows, { ...terms, clients, standing }) };
}

/** The effect that each row would have. Refuses an entity without a cut-over date. */
export async function previewOpenings(
  db: Db,
  user: CurrentUser,
  input: Given,
): Promise<{ rows: ReadOpening[] }> {
  const { rows } = await readAll(db, input, await clientsOf(db, user, input.rows));
  return { rows };
}

/** The errors of the rows, each at its place in the input. */
function refusalOf(rows: readonly OpeningRow[]): Refusal | null {
  const fields: FieldRefusals = {};
  for (const [index, { faults }] of rows.entries())
    for (const [column, refused] of Object.entries(faults)) fields[`rows.${index}.${column}`] = refused;
  return Object.keys(fields).length > 0 ? new Refusal('INPUT_INVALID', {}, fields) : null;
}

/**
 * Imports rows in the caller's transaction. Concurrent imports for the same clients wait for each other, and the second
 * sees the effect of the first. Refuses wrong rows, unless `onlyValid` leaves them out.
 */
export async function bringOpenings(
  db: Db,
  user: CurrentUser,
  { onlyValid, ...input }: ParsedInputOf<typeof openingBalances.bring>,
) {
  const named = await clientsOf(db, user, input.rows);
  // Locks the entity first, as the database's own rules do, and then the clients in the order of their ids, so that
  // imports cannot deadlock.
  await sql`select from billing_entity where id = ${input.entityId} for share`.execute(db);
  await sql`select from client where id = any (${named.map(({ id }) => id)}::uuid[]) order by id for no key update`.execute(
    db,
  );
  const { terms, rows } = await readAll(db, input, await clientsOf(db, user, input.rows));
  const refusal = refusalOf(rows);
  if (refusal && !onlyValid) throw refusal;
  await checkOpen(db, user, input.entityId, terms.cutOverOn);
  const changed = rows.filter(({ outcome }) => outcome === 'changed');
  for (const { replaces } of changed) {
    if (replaces) await takeOpeningBack(db, user, { ...replaces, day: terms.cutOverOn, reason: null });
  }
  const wanted = rows.flatMap(({ outcome, client, document }) =>
    (outcome === 'new' || outcome === 'changed') && client && document
      ? [{ id: uuidv7(), clientId: client.id, ...document }]
      : [],
  );
  await storeOpenings(db, user, { entityId: input.entityId, ...terms }, wanted);
  const count = (outcome: OpeningRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { created: count('new'), changed: changed.length, same: count('same'), left: count('wrong') };
}
