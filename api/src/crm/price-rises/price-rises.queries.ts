import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { PriceRise, PriceRiseRow, priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { itemStatus } from './item-status.ts';

type ListInput = ParsedInputOf<typeof priceRises.list>;

const isOpen = sql<SqlBool>`exists (select from job where job.about = rise.id and job.ended_at is null
  and job.kind in ('price_rise', 'price_rise_undo'))`;
const status = sql<
  PriceRiseRow['status']
>`case when rise.applied_at is null then 'draft' when ${isOpen} then 'running'
  when rise.undone_at is not null then 'undone' else 'applied' end`;

/** A rise is visible through the clients of its prices, and to the person who planned it. */
const isSeen = (user: CurrentUser): RawBuilder<SqlBool> =>
  user.scope === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(rise.created_by = ${user.id}::uuid or exists (select from price_rise_item item
        join series on series.id = item.series_id where item.rise_id = rise.id
          and ${inScope.client(user, sql.ref('series.clientId'))}))`;

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('priceRise as rise')
      .leftJoin('package', 'package.id', 'rise.packageId')
      .leftJoin('appUser as author', 'author.id', 'rise.createdBy')
      .where(isSeen(user)),
    { ...filter, q },
    {
      packageId: 'rise.packageId',
      status: (wanted) => sql<SqlBool>`${status} = any (${wanted}::text[])`,
      q: (text) => contains(sql`concat_ws(' ', author.name, package.name)`, text),
    },
  );

/** The number of prices of each outcome, of clients in the caller's scope. */
const counts = (user: CurrentUser) => sql<
  Pick<PriceRiseRow, 'planned' | 'leftOut' | 'waiting' | 'done' | 'refused' | 'undone'>
>`(select jsonb_build_object('planned', count(*) filter (where counted.status = 'planned'),
    'leftOut', count(*) filter (where counted.status = 'leftOut'), 'waiting', count(*) filter (where counted.status = 'waiting'),
    'done', count(*) filter (where counted.status = 'done'), 'refused', count(*) filter (where counted.status = 'refused'),
    'undone', count(*) filter (where counted.status = 'undone'))
  from (select ${itemStatus} as status from price_rise_item item join series on series.id = item.series_id
    where item.rise_id = rise.id and ${inScope.client(user, sql.ref('series.clientId'))}) as counted)`;

const letters = (user: CurrentUser) => sql<number>`(select count(*) from price_rise_letter letter
  join client_mail mail on mail.id = letter.mail_id
  where letter.rise_id = rise.id and ${inScope.client(user, sql.ref('mail.clientId'))})`;

const withDetails = (query: ReturnType<typeof found>, user: CurrentUser) =>
  query.select([
    'rise.id',
    'rise.version',
    'rise.percentBp',
    sql<Minor | null>`rise.amount`.as('amount'),
    'rise.currency',
    'rise.roundingStep',
    'rise.validFrom as from',
    sql<Reference | null>`case when package.id is not null then jsonb_build_object('id', package.id, 'label', package.name) end`.as(
      'package',
    ),
    status.as('status'),
    'author.name as by',
    'rise.createdAt as at',
    counts(user).as('counts'),
    letters(user).as('letters'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ counts: counted, ...row }: Row): PriceRiseRow => ({ ...row, ...counted });

export async function listPriceRises(db: Db, user: CurrentUser, input: ListInput) {
  // Ids ascend with time.
  const keys = [{ by: sql.ref('rise.id'), of: (row: Row) => row.id }];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, user, input), user), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countPriceRises = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, also if all its clients are outside the scope of somebody who has not planned it. */
export async function getPriceRise(
  db: Db,
  user: CurrentUser,
  id: string,
  canMail: boolean,
): Promise<PriceRise> {
  const row = await withDetails(found(db, user, { filter: {} }), user)
    .leftJoin('appUser as applying', 'applying.id', 'rise.appliedBy')
    .leftJoin('appUser as undoing', 'undoing.id', 'rise.undoneBy')
    .select([
      'rise.appliedAt',
      'applying.name as appliedBy',
      'rise.undoneAt',
      'undoing.name as undoneBy',
      sql<
        PriceRise['jobs']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', latest.id, 'kind', latest.kind)), '[]')
        from (select distinct on (kind) id, kind from job where job.about = rise.id order by kind, id desc) as latest)`.as(
        'jobs',
      ),
    ])
    .where('rise.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { appliedAt, appliedBy, undoneAt, undoneBy, jobs, ...listed } = row;
  return { ...shown(listed), appliedAt, appliedBy, undoneAt, undoneBy, jobs, canMail };
}

/** Refuses NOT_FOUND as `getPriceRise`. */
export async function checkRiseIsSeen(db: Db, user: CurrentUser, id: string): Promise<void> {
  const seen = await found(db, user, { filter: {} })
    .select('rise.id')
    .where('rise.id', '=', id)
    .executeTakeFirst();
  if (!seen) throw new Refusal('NOT_FOUND');
}
