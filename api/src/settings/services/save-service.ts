import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Service, services } from '@daybook/contracts/settings/services/services';
import { checkPicked } from '../../crm/check-picked.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getService } from './services.queries.ts';

type Fields = Omit<ParsedInputOf<typeof services.create>, 'id'>;

/**
 * Refuses ALREADY_EXISTS on `name`, REFERENCE_UNKNOWN on a department or a tax code that is inactive, and on
 * `incomeAccountId` unless it is an active income account.
 */
export async function createService(
  db: Db,
  { id = uuidv7(), ...fields }: Fields & { id?: string | undefined },
  language: Language,
) {
  await checkPicked(db, { departmentId: fields.departmentId, taxCodeId: fields.taxCodeId });
  await db
    .insertInto('service')
    .values({ id, ...fields, searchText: normalise(fields.name, fields.sacHsn) })
    .execute();
  return getService(db, id, language);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and as `createService`. */
export async function editService(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof services.edit>,
  version: number,
  language: Language,
): Promise<Service> {
  const present = await lockAtVersion(db, 'service', id, version, () => getService(db, id, language));
  const { departmentId, taxCodeId } = fields;
  await checkPicked(db, { departmentId, taxCodeId }, [present.department, present.taxCode]);
  await db
    .updateTable('service')
    .set({ ...fields, ...nextVersion, searchText: normalise(fields.name, fields.sacHsn) })
    .where('id', '=', id)
    .execute();
  return getService(db, id, language);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while anything uses it. */
export async function removeService(db: Db, id: string, version: number, language: Language): Promise<void> {
  await lockAtVersion(db, 'service', id, version, () => getService(db, id, language));
  await db.deleteFrom('service').where('id', '=', id).execute();
}
