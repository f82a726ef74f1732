import { sql } from 'kysely';
import { RecurrenceRule } from '@daybook/contracts/recurrence/rule';
import { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import type { PackageCycle, PackageVersion } from '@daybook/contracts/settings/packages/packages';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { versionsOf } from '../../settings/packages/packages.queries.ts';

/** Keeps a package and its billing entity as they are until the end of the transaction, so that it is sold as it was read. */
export const holdPackage = (db: Db, packageId: string) =>
  db
    .selectFrom('package')
    .innerJoin('billingEntity as entity', 'entity.id', 'package.entityId')
    .select('package.id')
    .where('package.id', '=', packageId)
    .forShare()
    .execute();

/** A version of a package, with what an invoice and a task take from it. */
export async function soldPackage(db: Db, packageId: string, versionId: string | null = null) {
  const sold = await db
    .selectFrom('package')
    .innerJoin('billingEntity as entity', 'entity.id', 'package.entityId')
    .select([
      'package.id',
      'package.name',
      'package.entityId',
      'package.validFrom',
      'package.validTo',
      'package.active',
      'entity.fyStart',
      sql<string>`(now() at time zone entity.timezone)::date`.as('today'),
    ])
    .where('package.id', '=', packageId)
    .executeTakeFirst();
  const versions = sold ? await versionsOf(db, packageId) : [];
  const version = versionId === null ? versions[0] : versions.find(({ id }) => id === versionId);
  if (!sold || !version) throw refuseField('REFERENCE_UNKNOWN', 'packageId');
  return { ...sold, version };
}
export type SoldPackage = Awaited<ReturnType<typeof soldPackage>>;

/** All packages, with what decides whether and from when a client can get each. */
export const packagesOnSale = (db: Db) =>
  db
    .selectFrom('package')
    .innerJoin('billingEntity as entity', 'entity.id', 'package.entityId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('packageVersion')
          .whereRef('packageVersion.packageId', '=', 'package.id')
          .select('cycle')
          .orderBy('no', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'package.id',
      'package.name',
      'package.validFrom',
      'package.validTo',
      'package.active',
      'entity.active as isEntityActive',
      'entity.fyStart',
      sql<PackageCycle>`latest.cycle`.as('cycle'),
      sql<string>`(now() at time zone entity.timezone)::date`.as('today'),
    ])
    .execute();
export type PackageOnSale = Awaited<ReturnType<typeof packagesOnSale>>[number];

/** The packages that clients have, and from when to when: the days on which they cannot get the same package again. */
export const subscribedDays = (db: Db, clientIds: readonly string[]) =>
  db
    .selectFrom('subscription')
    .select(['clientId', 'packageId', 'startsOn', 'endedOn'])
    .where(sql<boolean>`client_id = any (${clientIds}::uuid[])`)
    .execute();

/** What invoices say of the services of a version, by service. */
export async function soldServices(db: Db, { services }: PackageVersion) {
  const rows = await db
    .selectFrom('service')
    .select(['id', 'taxCodeId', 'sacHsn', 'unit'])
    .where(
      'id',
      'in',
      services.map(({ service }) => service.id),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const idsOf = (parts: readonly { category: { id: string } }[]) => parts.map(({ category }) => category.id);

/** The recurring tasks of a version, as their categories are now. */
export async function soldRecurringTasks(db: Db, { recurringTasks }: PackageVersion) {
  if (recurringTasks.length === 0) return [];
  const rows = await db
    .selectFrom('recurringTaskCategory')
    .selectAll()
    .where('id', 'in', idsOf(recurringTasks))
    .execute();
  return rows.map(({ rule, checklist, ...row }) => ({
    ...row,
    rule: RecurrenceRule.parse(rule),
    checklist: CategoryStep.array().parse(checklist),
  }));
}

/** The tasks of a version that are done once, as their categories are now. */
export async function soldTasks(db: Db, { tasks }: PackageVersion) {
  if (tasks.length === 0) return [];
  const rows = await db.selectFrom('taskCategory').selectAll().where('id', 'in', idsOf(tasks)).execute();
  const categories = new Map(rows.map((row) => [row.id, row]));
  return tasks.flatMap(({ category, offsetDays }) => {
    const own = categories.get(category.id);
    return own ? [{ ...own, offsetDays, checklist: CategoryStep.array().parse(own.checklist) }] : [];
  });
}

/** The client who gets a package. Refuses REFERENCE_UNKNOWN on `clientId` for one that is inactive or outside the scope. */
export async function subscribingClient(db: Db, user: CurrentUser, clientId: string) {
  const client = await db
    .selectFrom('client')
    .innerJoin('billingEntity as entity', 'entity.id', 'client.defaultEntityId')
    .select([
      'client.id',
      'client.currency',
      'entity.fyStart',
      sql<
        string[]
      >`array(select person.id from client_executive executive join app_user person on person.id = executive.user_id
        where executive.client_id = client.id and person.status <> 'deactivated' order by person.id)`.as(
        'executiveIds',
      ),
    ])
    .where('client.id', '=', clientId)
    .where('client.status', '=', 'active')
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  return client;
}
export type SubscribingClient = Awaited<ReturnType<typeof subscribingClient>>;
