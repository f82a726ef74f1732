import { sql } from 'kysely';
import type { OpeningInput } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockParams } from '../../db/refused-by-database.ts';
import { spellingsOf } from '../../imports/by-name.ts';
import { inScope } from '../../scope.ts';
import { openingEntity } from './opening-balances.queries.ts';
import { readRows } from './opening-rows.ts';
import type { OpeningClient, OpeningRow, StandingOpening } from './opening-rows.ts';

/** The entity whose books the opening balances begin, and its cut-over date. */
export interface EntityTerms {
  entityId: string;
  cutOverOn: string;
  baseCurrency: string;
}

/** Refuses REFERENCE_UNKNOWN on the field, and CUT_OVER_MISSING while the entity has no cut-over date. */
export async function termsOf(db: Db, entityId: string, field: string): Promise<EntityTerms> {
  const entity = await openingEntity(db, entityId).catch(() => undefined);
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', field);
  if (entity.cutOverOn === null) throw refuseField('INPUT_INVALID', field, {}, 'CUT_OVER_MISSING');
  return { entityId, cutOverOn: entity.cutOverOn, baseCurrency: entity.baseCurrency };
}

/** Refuses PERIOD_LOCKED on the field of the entity, because the cut-over date belongs to the entity and not to the rows. */
export async function checkOpen(
  db: Db,
  user: CurrentUser,
  { entityId, cutOverOn }: EntityTerms,
  field: string,
): Promise<void> {
  const { rows } = await sql<{ until: string | null; whoMay: string }>`
    select period_locked(${entityId}, ${cutOverOn}, ${user.id}) as until, period_lock_who_may(${entityId}) as who_may`.execute(
    db,
  );
  const [lock] = rows;
  if (lock && lock.until !== null)
    throw refuseField('PERIOD_LOCKED', field, lockParams({ ...lock, until: lock.until }));
}

/** The clients that the rows name, if they are in the caller's scope, in the order of their ids. A merged client's code names the one that was kept. */
async function clientsOf(db: Db, user: CurrentUser, rows: readonly OpeningInput[]): Promise<OpeningClient[]> {
  const given = [...new Set(rows.flatMap(({ client }) => spellingsOf(client)))];
  // The database folds the case of both sides, because it does not fold every letter as JavaScript does.
  const names = sql`select lower(text) from unnest(${given}::text[]) as text`;
  return db
    .selectFrom('client')
    .select(['id', 'code', 'oldCode', 'name', 'currency', 'paymentTermsDays', 'openingLocked'])
    .select(
      sql<string[]>`array(select code from merged_client where client_id = client.id)`.as('mergedCodes'),
    )
    .where(
      sql<boolean>`(lower(name) in (${names}) or lower(code) in (${names}) or lower(old_code) in (${names})
        or id in (select client_id from merged_client where lower(code) in (${names})))`,
    )
    .where('erasedAt', 'is', null)
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

/** Before clients, as the database's own rules do, so that two imports cannot deadlock. */
export const lockEntity = (db: Db, entityId: string) =>
  sql`select from billing_entity where id = ${entityId} for share`.execute(db);

export const lockClients = (db: Db, ids: readonly string[]) =>
  sql`select from client where id = any (${ids}::uuid[]) order by id for no key update`.execute(db);

/** Whoever writes opening balances of the same clients waits for the caller's transaction. */
export const lockNamedClients = async (
  db: Db,
  user: CurrentUser,
  rows: readonly OpeningInput[],
): Promise<void> => {
  const named = await clientsOf(db, user, rows);
  await lockClients(
    db,
    named.map(({ id }) => id),
  );
};

/** What each row would do. `taken` remembers the opening balances that rows have named, and may come with what earlier rows named. */
export async function judgeOpenings(
  db: Db,
  user: CurrentUser,
  terms: EntityTerms,
  rows: readonly OpeningInput[],
  taken = new Set<string>(),
): Promise<OpeningRow[]> {
  const clients = await clientsOf(db, user, rows);
  const standing = await standingOf(db, terms.entityId, clients);
  return readRows(rows, { ...terms, clients, standing, taken });
}
