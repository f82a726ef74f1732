import type {
  ReadOpening,
  openingBalances,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { checkOpen, judgeOpenings, lockEntity, lockNamedClients, termsOf } from './judge-openings.ts';
import type { OpeningRow } from './opening-rows.ts';
import { carryOut } from './store-openings.ts';

/** The effect that each row would have. Refuses an entity without a cut-over date. */
export async function previewOpenings(
  db: Db,
  user: CurrentUser,
  { entityId, rows }: ParsedInputOf<typeof openingBalances.preview>,
): Promise<{ rows: ReadOpening[] }> {
  return { rows: await judgeOpenings(db, user, await termsOf(db, entityId, 'entityId'), rows) };
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
  { entityId, onlyValid, rows: given }: ParsedInputOf<typeof openingBalances.bring>,
) {
  await lockEntity(db, entityId);
  await lockNamedClients(db, user, given);
  const terms = await termsOf(db, entityId, 'entityId');
  const rows = await judgeOpenings(db, user, terms, given);
  const refusal = refusalOf(rows);
  if (refusal && !onlyValid) throw refusal;
  await checkOpen(db, user, terms, 'entityId');
  await carryOut(db, user, terms, rows);
  const count = (outcome: OpeningRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { created: count('new'), changed: count('changed'), same: count('same'), left: count('wrong') };
}
