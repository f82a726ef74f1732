import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { mostMembers } from '@daybook/contracts/crm/client-groups/client-groups';
import type {
  ClientGroup,
  ClientGroupRow,
  clientGroups,
} from '@daybook/contracts/crm/client-groups/client-groups';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof clientGroups.list>;

const byName = sql`client_group.name collate "und-x-icu"`;

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('clientGroup')
      .where(inScope.clientGroup(user, sql.ref('clientGroup.id'), sql.ref('clientGroup.createdBy'))),
    { ...filter, q },
    {
      active: 'clientGroup.active',
      q: (text) => matches('clientGroup', text),
    },
  );

/** Within the caller's scope: a payer outside it is not named, and clients outside it are not counted. */
const inRow = (query: ReturnType<typeof found>, user: CurrentUser) =>
  query
    .leftJoin('client as payer', (join) =>
      join.onRef('payer.id', '=', 'clientGroup.payerClientId').on(inScope.client(user, sql.ref('payer.id'))),
    )
    .select((eb) => [
      'clientGroup.id',
      'clientGroup.version',
      'clientGroup.name',
      'clientGroup.active',
      'payer.id as payerId',
      'payer.name as payerName',
      eb
        .selectFrom('client as member')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('member.groupId', '=', 'clientGroup.id')
        .where(inScope.client(user, sql.ref('member.id')))
        .as('members'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof inRow>['executeTakeFirstOrThrow']>>;

const shown = ({ payerId, payerName, members, ...row }: Row): ClientGroupRow => ({
  ...row,
  payer: payerId ? { id: payerId, label: payerName ?? '' } : null,
  members: Number(members),
});

export async function listClientGroups(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: byName, of: (row: Row) => row.name },
    { by: sql.ref('clientGroup.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(inRow(found(db, user, input), user), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countClientGroups = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, even for a group outside the caller’s scope. */
export async function getClientGroup(db: Db, user: CurrentUser, id: string): Promise<ClientGroup> {
  const row = await inRow(found(db, user, { filter: {} }), user)
    .where('clientGroup.id', '=', id)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('client')
          .whereRef('client.groupId', '=', 'clientGroup.id')
          .where(inScope.client(user, sql.ref('client.id')))
          .select(['client.id', 'client.name as label'])
          .orderBy(sql`client.sort_name collate "und-x-icu"`)
          .orderBy('client.id')
          .limit(mostMembers),
      ).as('clients'),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { clients, ...group } = row;
  return { ...shown(group), members: clients };
}
