import { sql } from 'kysely';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import type { RowToUndo } from '../../../imports/import-kind.ts';
import { inScope } from '../../../scope.ts';
import { lockClients, lockEntity, termsOf } from '../judge-openings.ts';
import type { OpeningFigures, StandingOpening } from '../opening-rows.ts';
import { storeOpenings, takeOpeningBack } from '../store-openings.ts';
import { uuidv7 } from 'uuidv7';

interface Posted {
  id: string;
  kind: OpeningFigures['kind'];
  entityId: string;
  clientId: string;
  day: string;
  isSettled: boolean;
  isLocked: boolean;
}

/** Those opening balances that still stand, of clients that the caller may see. */
async function standingOf(db: Db, user: CurrentUser, ids: readonly string[]): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select document.id, document.kind, document.entity_id, document.client_id, document.opening_on as day, document.is_settled,
      client.opening_locked as is_locked
    from opening_document document join client on client.id = document.client_id
    where document.id = any (${ids}::uuid[]) and ${inScope.client(user, sql.ref('document.client_id'))}
    order by document.client_id`.execute(db);
  return rows;
}

/**
 * What stands now in place of opening balances that a later import replaced: its undo posted them again under new ids, with the same
 * figures. The new id by the former one.
 */
async function postedAgain(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ former: string; id: string }>`
    with replaced as (
      select part.before, (import.rules ->> 'entityId')::uuid as entity_id
      from import_row part join import on import.id = part.import_id
      where import.kind = 'openings' and part.outcome = 'changed' and part.undo = 'undone'
        and part.before ->> 'id' = any (${ids}::text[]))
    select before ->> 'id' as former, document.id
    from replaced join opening_document document on document.entity_id = replaced.entity_id
      and document.client_id = (before ->> 'clientId')::uuid and document.kind = before ->> 'kind'
      and document.number = before ->> 'number' and document.currency = before ->> 'currency'
      and document.amount = (before ->> 'amount')::bigint and document.document_date = (before ->> 'date')::date
      and document.due_date = (before ->> 'dueDate')::date and document.fx_rate = (before ->> 'fxRate')::numeric
      and document.section is not distinct from before ->> 'section'`.execute(db);
  return new Map(rows.map(({ former, id }) => [former, id]));
}

/** What a row replaced is posted again. */
async function giveBack(
  db: Db,
  user: CurrentUser,
  rows: readonly { posted: Posted; before: unknown }[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const terms = await termsOf(db, first.posted.entityId, 'entityId');
  await storeOpenings(
    db,
    user,
    terms,
    rows.map(({ before }) => ({ ...(before as StandingOpening), id: uuidv7() })),
  );
}

/** The rows with the ids under which their opening balances stand. */
async function asTheyStand(db: Db, user: CurrentUser, rows: readonly RowToUndo[]): Promise<RowToUndo[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const standing = new Set((await standingOf(db, user, ids)).map(({ id }) => id));
  const again = await postedAgain(
    db,
    ids.filter((id) => !standing.has(id)),
  );
  return rows.map((row) => ({ ...row, recordId: again.get(row.recordId) ?? row.recordId }));
}

/**
 * Takes the opening balances of an import back, and posts again what they replaced; why not, by the numbers of the rows. One that
 * something settles, or whose client is locked, is kept.
 */
export async function undoOpenings(
  db: Db,
  user: CurrentUser,
  given: readonly RowToUndo[],
): Promise<Map<number, string>> {
  const rows = await asTheyStand(db, user, given);
  const ids = rows.map(({ recordId }) => recordId);
  const found = await standingOf(db, user, ids);
  const [entityId] = found.map((posted) => posted.entityId);
  if (entityId !== undefined) await lockEntity(db, entityId);
  await lockClients(
    db,
    found.map(({ clientId }) => clientId),
  );
  const standing = new Map((await standingOf(db, user, ids)).map((posted) => [posted.id, posted]));
  const kept = new Map<number, string>();
  const replaced: { posted: Posted; before: unknown }[] = [];
  for (const { no, outcome, recordId, before } of rows) {
    const posted = standing.get(recordId);
    if (!posted) kept.set(no, 'GONE');
    else if (posted.isLocked) kept.set(no, 'OPENING_LOCKED');
    else if (posted.isSettled) kept.set(no, 'OPENING_SETTLED');
    else {
      await takeOpeningBack(db, user, { ...posted, reason: null });
      if (outcome === 'changed') replaced.push({ posted, before });
    }
  }
  await giveBack(db, user, replaced);
  return kept;
}
