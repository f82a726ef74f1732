import { crmTypes, executiveTypes, managerTypes } from '@daybook/contracts/crm/clients/client-people';
import { staffTypes } from '@daybook/contracts/permissions';
import type { UserType } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';

type Find = (db: Db, ids: string[]) => Promise<{ id: string }[]>;

const people =
  (...types: readonly UserType[]): Find =>
  (db, ids) =>
    db
      .selectFrom('appUser')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'active')
      .where('userType', 'in', types)
      .execute();

const activeIn =
  (
    table:
      | 'department'
      | 'billingEntity'
      | 'service'
      | 'taxCode'
      | 'withholdingCode'
      | 'enquirySource'
      | 'lostReason'
      | 'taskCategory'
      | 'recurringTaskCategory',
  ): Find =>
  (db, ids) =>
    db.selectFrom(table).select('id').where('id', 'in', ids).where('active', '=', true).execute();

const kinds = {
  crms: people(...crmTypes),
  managers: people(...managerTypes),
  executives: people(...executiveTypes),
  staff: people(...staffTypes),
  departments: activeIn('department'),
  billingEntities: activeIn('billingEntity'),
  services: activeIn('service'),
  taxCodes: activeIn('taxCode'),
  withholdingCodes: activeIn('withholdingCode'),
  sources: activeIn('enquirySource'),
  lostReasons: activeIn('lostReason'),
  taskCategories: activeIn('taskCategory'),
  recurringTaskCategories: activeIn('recurringTaskCategory'),
};

/** A field that names other records, and the kind that they must be. */
export interface Choice {
  field: string;
  ids: readonly (string | null)[];
  among: keyof typeof kinds;
}

/**
 * Checks that the records picked in a form exist, are active and are of the right kind. `known` are the ids that the record
 * already has: they may stay even if what they name has been deactivated since. Refuses REFERENCE_UNKNOWN on each field.
 */
export async function checkChoices(
  db: Db,
  choices: readonly Choice[],
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const refused: FieldRefusals = {};
  for (const { field, ids, among } of choices) {
    const asked = [...new Set(ids)].filter((id): id is string => id !== null && !known.has(id));
    if (asked.length === 0) continue;
    const found = await kinds[among](db, asked);
    if (found.length < asked.length) refused[field] = [{ code: 'REFERENCE_UNKNOWN' }];
  }
  if (Object.keys(refused).length > 0) throw new Refusal('REFERENCE_UNKNOWN', {}, refused);
}
