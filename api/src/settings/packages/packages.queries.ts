import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  PackageCycle,
  PackageRecord,
  PackageRow,
  PackageVersion,
  packages,
} from '@daybook/contracts/settings/packages/packages';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof packages.list>;

const byName = sql`package.name collate "und-x-icu"`;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('package')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('packageVersion')
            .selectAll('packageVersion')
            .whereRef('packageVersion.packageId', '=', 'package.id')
            .orderBy('packageVersion.no', 'desc')
            .limit(1)
            .as('latest'),
        (join) => join.onTrue(),
      )
      .innerJoin('billingEntity', 'billingEntity.id', 'package.entityId'),
    { ...filter, q },
    {
      active: 'package.active',
      entityId: 'package.entityId',
      cycle: 'latest.cycle',
      q: (text) => matches('package', text),
    },
  );

const withDetails = (query: ReturnType<typeof found>) =>
  query.select([
    'package.id',
    'package.version',
    'package.name',
    'package.entityId',
    'billingEntity.name as entityName',
    'package.validFrom',
    'package.validTo',
    'package.active',
    sql<PackageCycle>`latest.cycle`.as('cycle'),
    'latest.currency',
    sql<PackageRow['price']>`latest.price`.as('price'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ entityId, entityName, ...row }: Row): PackageRow => ({
  ...row,
  entity: { id: entityId, label: entityName },
});

export async function listPackages(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: byName, of: (row: Row) => row.name },
    { by: sql.ref('package.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withDetails(found(db, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countPackages = (db: Db, input: ListInput) => totalOf(db, found(db, input));

const named = sql`jsonb_build_object('id', named.id, 'label', named.name)`;

/** What a version holds of one kind, in its order. */
const partsOf = <Parts>(shownAs: RawBuilder<unknown>, from: RawBuilder<unknown>, order = 'no') =>
  sql<Parts>`(select coalesce(jsonb_agg(${shownAs} order by ${sql.ref(`part.${order}`)}), '[]') from ${from}
    where part.version_id = package_version.id)`;

/** The versions of a package with what they hold, the latest first. */
export async function versionsOf(db: Db, packageId: string, most = 1_000): Promise<PackageVersion[]> {
  const rows = await db
    .selectFrom('packageVersion')
    .leftJoin('appUser', 'appUser.id', 'packageVersion.createdBy')
    .where('packageVersion.packageId', '=', packageId)
    .select([
      'packageVersion.id',
      'packageVersion.no',
      'packageVersion.createdAt as madeAt',
      'appUser.name as madeBy',
      sql<PackageCycle>`package_version.cycle`.as('cycle'),
      'packageVersion.currency',
      sql<PackageVersion['price']>`package_version.price`.as('price'),
      partsOf<PackageVersion['laterPrices']>(
        sql`jsonb_build_object('validFrom', part.valid_from, 'price', part.price)`,
        sql`package_price part`,
        'valid_from',
      ).as('laterPrices'),
      partsOf<PackageVersion['services']>(
        sql`jsonb_build_object('service', ${named}, 'qty', part.qty::text, 'share', part.share)`,
        sql`package_service part join service named on named.id = part.service_id`,
      ).as('services'),
      partsOf<PackageVersion['recurringTasks']>(
        sql`jsonb_build_object('category', ${named})`,
        sql`package_recurring_task part join recurring_task_category named on named.id = part.category_id`,
      ).as('recurringTasks'),
      partsOf<PackageVersion['tasks']>(
        sql`jsonb_build_object('category', ${named}, 'offsetDays', part.offset_days)`,
        sql`package_task part join task_category named on named.id = part.category_id`,
      ).as('tasks'),
    ])
    .orderBy('packageVersion.no', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    ...row,
    services: row.services.map((line) => ({ ...line, qty: canonicalDecimal(line.qty) })),
  }));
}

/** Refuses NOT_FOUND. */
export async function getPackage(db: Db, id: string): Promise<PackageRecord> {
  const row = await withDetails(found(db, { filter: {} }))
    .select([
      'package.description',
      sql<boolean>`exists (select from subscription where package_id = package.id)`.as('isSold'),
    ])
    .where('package.id', '=', id)
    .executeTakeFirst();
  const [latest] = row ? await versionsOf(db, id, 1) : [];
  if (!row || !latest) throw new Refusal('NOT_FOUND');
  const { description, isSold, ...listed } = row;
  const { cycle: _cycle, currency: _currency, price: _price, ...known } = shown(listed);
  return { ...known, description, isSold, latest };
}
