import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type {
  PriceRiseItem,
  PriceRiseTotal,
  priceRises,
} from '@daybook/contracts/crm/price-rises/price-rises';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language, Reference } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { risenBy } from '@daybook/contracts/money/raise-price';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { shownRefusal } from '../../jobs/jobs.queries.ts';
import { inScope } from '../../scope.ts';
import { itemStatus, resultOf } from './item-status.ts';
import { checkRiseIsSeen } from './price-rises.queries.ts';

type ItemInput = ParsedInputOf<typeof priceRises.items>;

const found = (db: Db, user: CurrentUser, { id, q, filter }: Pick<ItemInput, 'id' | 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('priceRiseItem as item')
      .innerJoin('priceRise as rise', 'rise.id', 'item.riseId')
      .innerJoin('series', 'series.id', 'item.seriesId')
      .innerJoin('client', 'client.id', 'series.clientId')
      .innerJoin('recurringInvoice as terms', 'terms.seriesId', 'series.id')
      .innerJoin('billingEntity as entity', 'entity.id', 'terms.entityId')
      .where('item.riseId', '=', id)
      .where(inScope.client(user, sql.ref('series.clientId'))),
    { ...filter, q },
    {
      status: (wanted) => sql<SqlBool>`${itemStatus} = any (${wanted}::text[])`,
      leftOut: 'item.leftOut',
      currency: 'item.currency',
      clientId: 'series.clientId',
      aboveBp: (above, eb) => eb('item.clientPercentBp', '>', above),
      q: (text) => contains(sql`concat_ws(' ', client.name, series.title)`, text),
    },
  );

const refusalOf = (kind: 'price_rise' | 'price_rise_undo') => sql`(select (${resultOf(kind)}).refusal)`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('recurringInvoiceLine as line', 'line.id', 'item.lineId')
    .leftJoin('subscription', 'subscription.id', 'item.subscriptionId')
    .leftJoin('package', 'package.id', 'subscription.packageId')
    .leftJoin('appUser as undoing', 'undoing.id', 'item.undoneBy')
    .select([
      'item.id',
      'item.no',
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reference>`jsonb_build_object('id', entity.id, 'label', entity.name)`.as('entity'),
      sql<Reference>`jsonb_build_object('id', series.id, 'label', series.title)`.as('series'),
      sql<Reference | null>`case when package.id is not null then jsonb_build_object('id', package.id, 'label', package.name) end`.as(
        'package',
      ),
      'item.subscriptionId',
      'line.description as line',
      itemStatus.as('status'),
      sql<PriceRiseItem['leftOut']>`item.left_out`.as('leftOut'),
      'item.leftOutOn',
      'item.validFrom',
      sql<boolean>`coalesce(item.valid_from <> rise.valid_from, false)`.as('isMoved'),
      'item.firstFrom',
      'item.currency',
      'item.unitBefore',
      'item.unitAfter',
      sql<Minor | null>`item.before`.as('before'),
      sql<Minor | null>`item.after`.as('after'),
      sql<Minor | null>`item.year_before`.as('yearBefore'),
      sql<Minor | null>`item.year_after`.as('yearAfter'),
      'item.clientPercentBp',
      sql`case when item.undone_at is null and item.left_out is null then case when item.done_at is null
        then ${refusalOf('price_rise')} else ${refusalOf('price_rise_undo')} end end`.as('refusal'),
      'item.undoneAt',
      'undoing.name as undoneBy',
      sql<boolean>`exists (select from price_rise_letter letter join client_mail mail on mail.id = letter.mail_id
        where letter.rise_id = rise.id and item.done_at is not null and (item.undone_at is null or item.undone_at > mail.created_at)
          and (mail.client_id, mail.entity_id) = (series.client_id, terms.entity_id))`.as('hasLetter'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const decimal = (value: string | null) => (value === null ? null : canonicalDecimal(value));
const more = (before: Minor | null, after: Minor | null) =>
  before === null || after === null ? null : subtract(after, before);

function shown(row: Row, language: Language): PriceRiseItem {
  const { no: _no, before, after, yearBefore, yearAfter, refusal, unitBefore, unitAfter, ...rest } = row;
  const refused = shownRefusal(refusal, language);
  return {
    ...rest,
    unitBefore: decimal(unitBefore),
    unitAfter: decimal(unitAfter),
    before,
    after,
    difference: more(before, after),
    percentBp: before === null || after === null ? null : risenBy(before, after),
    yearMore: more(yearBefore, yearAfter),
    refusal: refused && { code: refused.code, message: refused.message },
  };
}

const keysOf: Record<string, SortKey<Row>[]> = {
  client: [{ by: sql.ref('item.no'), of: (row) => row.no }],
  clientPercent: [
    { by: sql.ref('item.clientPercentBp'), of: (row) => row.clientPercentBp },
    { by: sql.ref('item.no'), of: (row) => row.no },
  ],
};

/** Refuses NOT_FOUND. */
export async function listRiseItems(db: Db, user: CurrentUser, input: ItemInput, language: Language) {
  await checkRiseIsSeen(db, user, input.id);
  const { name, descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, user, input)), keysOf[name] ?? [], descending, input);
  return { ...page, rows: page.rows.map((row) => shown(row, language)) };
}

/** Refuses NOT_FOUND. */
export async function getRiseItem(
  db: Db,
  user: CurrentUser,
  { id, itemId }: { id: string; itemId: string },
  language: Language,
): Promise<PriceRiseItem> {
  const row = await withDetails(found(db, user, { id, filter: {} }))
    .where('item.id', '=', itemId)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row, language);
}

/** What the first year brings of the prices that are or will be raised. Refuses NOT_FOUND. */
export async function totalRiseItems(db: Db, user: CurrentUser, input: ItemInput): Promise<PriceRiseTotal> {
  await checkRiseIsSeen(db, user, input.id);
  const total = await totalOf(db, found(db, user, input));
  const figures = await found(db, user, input)
    .where('item.leftOut', 'is', null)
    .where(sql<SqlBool>`${itemStatus} in ('planned', 'waiting', 'done')`)
    .select([
      'item.currency',
      sql<number>`count(*)`.as('prices'),
      sql<number>`count(distinct series.client_id)`.as('clients'),
      sql<Minor>`sum(item.year_before)::bigint`.as('yearBefore'),
      sql<Minor>`sum(item.year_after)::bigint`.as('yearAfter'),
    ])
    .groupBy('item.currency')
    // A JSON number cannot hold a larger sum.
    .having(sql<SqlBool>`sum(item.year_after) <= ${sql.lit(Number.MAX_SAFE_INTEGER)}`)
    .orderBy('item.currency')
    .execute();
  const sums = figures.map((one) => ({
    ...one,
    yearMore: subtract(one.yearAfter, one.yearBefore),
    percentBp: risenBy(one.yearBefore, one.yearAfter),
  }));
  return { ...total, sums };
}
