import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { PackageRecord, PackageVersion, packages } from '@daybook/contracts/settings/packages/packages';
import { checkChoices } from '../../crm/check-choices.ts';
import type { Choice } from '../../crm/check-choices.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getPackage } from './packages.queries.ts';

type Fields = Omit<ParsedInputOf<typeof packages.create>, 'id'>;
type Contents = Pick<
  Fields,
  'cycle' | 'currency' | 'price' | 'laterPrices' | 'services' | 'recurringTasks' | 'tasks'
>;

const columnsOf = ({ name, description, entityId, validFrom, validTo }: Fields) => ({
  name,
  description,
  entityId,
  validFrom,
  validTo,
  searchText: normalise(name),
});

const contentsOf = (given: Contents): Contents => ({
  cycle: given.cycle,
  currency: given.currency,
  price: given.price,
  laterPrices: given.laterPrices.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom)),
  services: given.services.map((line) => ({ ...line, qty: canonicalDecimal(line.qty) })),
  recurringTasks: given.recurringTasks,
  tasks: given.tasks,
});

/** What a version holds, as it was entered. */
const enteredOf = (version: PackageVersion) => ({
  cycle: version.cycle,
  currency: version.currency,
  price: version.price,
  laterPrices: version.laterPrices,
  services: version.services.map(({ service, ...line }) => ({ serviceId: service.id, ...line })),
  recurringTasks: version.recurringTasks.map(({ category }) => ({ categoryId: category.id })),
  tasks: version.tasks.map(({ category, offsetDays }) => ({ categoryId: category.id, offsetDays })),
});

/** What the package names must be active, unless it names it already. Refuses REFERENCE_UNKNOWN on each field. */
async function checkPicks(db: Db, given: Fields, before: PackageRecord | null): Promise<void> {
  const latest = before?.latest;
  const known = [
    before?.entity.id,
    ...(latest?.services ?? []).map(({ service }) => service.id),
    ...[...(latest?.recurringTasks ?? []), ...(latest?.tasks ?? [])].map(({ category }) => category.id),
  ];
  await checkChoices(
    db,
    [
      { field: 'entityId', ids: [given.entityId], among: 'billingEntities' },
      ...given.services.map(({ serviceId }, at): Choice => ({
        field: `services.${at}.serviceId`,
        ids: [serviceId],
        among: 'services',
      })),
      ...given.recurringTasks.map(({ categoryId }, at): Choice => ({
        field: `recurringTasks.${at}.categoryId`,
        ids: [categoryId],
        among: 'recurringTaskCategories',
      })),
      ...given.tasks.map(({ categoryId }, at): Choice => ({
        field: `tasks.${at}.categoryId`,
        ids: [categoryId],
        among: 'taskCategories',
      })),
    ],
    new Set(known.filter((id) => id !== undefined)),
  );
}

/** Adds the version `no`. */
async function addVersion(db: Db, packageId: string, no: number, contents: Contents): Promise<void> {
  const versionId = uuidv7();
  const { cycle, currency, price } = contents;
  await db
    .insertInto('packageVersion')
    .values({ id: versionId, packageId, no, cycle, currency, price })
    .execute();
  const numbered = <Row>(rows: readonly Row[]) =>
    rows.map((row, index) => ({ versionId, no: index + 1, ...row }));
  await db.insertInto('packageService').values(numbered(contents.services)).execute();
  if (contents.laterPrices.length > 0)
    await db
      .insertInto('packagePrice')
      .values(contents.laterPrices.map((later) => ({ versionId, ...later })))
      .execute();
  if (contents.recurringTasks.length > 0)
    await db.insertInto('packageRecurringTask').values(numbered(contents.recurringTasks)).execute();
  if (contents.tasks.length > 0)
    await db.insertInto('packageTask').values(numbered(contents.tasks)).execute();
}

/** Refuses ALREADY_EXISTS on `name`, REFERENCE_UNKNOWN on entity, services and categories. */
export async function createPackage(
  db: Db,
  { id = uuidv7(), ...fields }: Fields & { id?: string | undefined },
): Promise<PackageRecord> {
  await checkPicks(db, fields, null);
  await db
    .insertInto('package')
    .values({ id, ...columnsOf(fields) })
    .execute();
  await addVersion(db, id, 1, contentsOf(fields));
  return getPackage(db, id);
}

/**
 * Another price or other contents make the next version; a new name or other days do not. Refuses NOT_FOUND, VERSION_CONFLICT,
 * PACKAGE_SOLD on `entityId` once a client has it, and as `createPackage`.
 */
export async function editPackage(
  db: Db,
  { id, active, ...fields }: ParsedInputOf<typeof packages.edit>,
  version: number,
): Promise<PackageRecord> {
  const before = await lockAtVersion(db, 'package', id, version, () => getPackage(db, id));
  const { latest } = before;
  await checkPicks(db, fields, before);
  await db
    .updateTable('package')
    .set({ ...columnsOf(fields), active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  const contents = contentsOf(fields);
  if (!isDeepStrictEqual(contents, enteredOf(latest))) await addVersion(db, id, latest.no + 1, contents);
  return getPackage(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT. */
export async function removePackage(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'package', id, version, () => getPackage(db, id));
  await db.deleteFrom('package').where('id', '=', id).execute();
}
