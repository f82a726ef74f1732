import { sql } from 'kysely';
import type {
  GroupLedger,
  GroupLedgerLine,
  groupLedgers,
} from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import { sum } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { inScope } from '../../scope.ts';
import { allBalances } from './ledger-balances.ts';
import { linesOf, ofBalance, ofWithheld } from './ledger-lines.ts';
import type { Movement } from './ledger-lines.ts';

type LinesInput = ParsedInputOf<typeof groupLedgers.open>;
type LedgerInput = Omit<LinesInput, 'cursor' | 'pageSize'>;

export interface Members {
  group: Reference;
  /** Those in the caller's scope. */
  clients: Reference[];
  of: number;
}

/** The group with its clients. Refuses NOT_FOUND, also for a group outside the caller's scope. */
export async function membersOf(db: Db, user: CurrentUser, groupId: string): Promise<Members> {
  const group = await db
    .selectFrom('clientGroup')
    .select(['id', 'name as label'])
    .where('id', '=', groupId)
    .where(inScope.clientGroup(user, sql.ref('clientGroup.id'), sql.ref('clientGroup.createdBy')))
    .executeTakeFirst();
  if (!group) throw new Refusal('NOT_FOUND');
  const members = await db
    .selectFrom('client')
    .select(['id', 'name as label', inScope.client(user, sql.ref('client.id')).as('isVisible')])
    .where('groupId', '=', groupId)
    .orderBy(sql`sort_name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
  const clients = members.filter(({ isVisible }) => isVisible).map(({ id, label }) => ({ id, label }));
  return { group, clients, of: members.length };
}

const idsOf = ({ clients }: Members) => clients.map(({ id }) => id);

/** The ledgers of the group's visible clients, added up by billing entity and currency. */
export async function findGroupLedgers(
  db: Db,
  user: CurrentUser,
  { groupId, asOf }: ParsedInputOf<typeof groupLedgers.find>,
) {
  const members = await membersOf(db, user, groupId);
  const theirs = sql<boolean>`client_id = any (${idsOf(members)}::uuid[])`;
  const rows = await db
    .selectFrom(allBalances({ from: undefined, to: asOf }, theirs).as('ledger'))
    .innerJoin('billingEntity as entity', 'entity.id', 'ledger.entityId')
    .select([
      'entity.id',
      'entity.name as label',
      'ledger.currency',
      sql<Minor>`sum(ledger.closing)::bigint`.as('balance'),
    ])
    .groupBy(['entity.id', 'ledger.currency'])
    .orderBy(sql`entity.name collate "und-x-icu"`)
    .orderBy('entity.id')
    .orderBy('ledger.currency')
    .execute();
  return {
    members: { shown: members.clients.length, of: members.of },
    ledgers: rows.map(({ id, label, ...row }) => ({ entity: { id, label }, ...row })),
  };
}

interface GroupMovement extends Movement {
  clientId: string;
  clientName: string;
  sortName: string;
}

/** Summed over all movements, so that the balance is right on every page. */
const running = {
  together: sql`order by entry_date, entry_id, client_id, part`,
  each: sql`partition by client_id order by entry_date, entry_id, part`,
} as const;

const movements = (members: Members, { entityId, currency, asOf, order }: LedgerInput) => sql<GroupMovement>`(
  select entry_date, entry_id, client_id, client.name as client_name, client.sort_name, part, amount,
    (sum(amount) over (${running[order]}))::bigint as balance
  from (
    select entry_date, entry_id, client_id,
      sum(debit - credit) filter (where account_id in ${ofBalance})::bigint as due,
      coalesce(sum(debit - credit) filter (where account_id in ${ofWithheld}), 0)::bigint as withheld
    from journal_line
    where client_id = any (${idsOf(members)}::uuid[]) and entity_id = ${entityId} and currency = ${currency}
      and entry_date <= ${asOf}
    group by entry_date, entry_id, client_id) entry
  join client on client.id = entry.client_id
  cross join lateral (values (0, due + withheld), (1, -withheld)) as movement (part, amount)
  where due <> 0 and amount <> 0)`;

const ofEntry = [
  { by: sql.ref('movement.entryDate'), of: (row: GroupMovement) => row.entryDate },
  { by: sql.ref('movement.entryId'), of: (row: GroupMovement) => row.entryId },
];
const ofClient = { by: sql.ref('movement.clientId'), of: (row: GroupMovement) => row.clientId };
const ofPart = { by: sql.ref('movement.part'), of: (row: GroupMovement) => row.part };
const keys = {
  together: [...ofEntry, ofClient, ofPart],
  each: [
    { by: sql`movement.sort_name collate "und-x-icu"`, of: (row: GroupMovement) => row.sortName },
    ofClient,
    ...ofEntry,
    ofPart,
  ],
} as const;

export async function pageOfGroupLines(
  db: Db,
  members: Members,
  input: LinesInput,
): Promise<Page<GroupLedgerLine>> {
  const moved = db
    .selectFrom(movements(members, input).as('movement'))
    .selectAll()
    .$if(input.from !== undefined, (query) => query.where('movement.entryDate', '>=', input.from ?? ''));
  const page = await pageByKeyset(moved, keys[input.order], false, input);
  const rows = await linesOf(db, page.rows, ({ clientId, clientName }) => ({
    client: { id: clientId, label: clientName },
  }));
  return { ...page, rows };
}

/** Opening and closing balance of the group and of each of its clients. Refuses NOT_FOUND. */
export async function groupHead(db: Db, members: Members, input: LedgerInput) {
  const { entityId, currency, from, asOf } = input;
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  const theirs = sql<boolean>`client_id = any (${idsOf(members)}::uuid[]) and entity_id = ${entityId}
    and currency = ${currency}`;
  const balances = await db
    .selectFrom(allBalances({ from, to: asOf }, theirs).as('ledger'))
    .selectAll()
    .execute();
  const clients = members.clients.flatMap((client) =>
    balances
      .filter(({ clientId }) => clientId === client.id)
      .map(({ opening, debit, credit, closing }) => ({ client, opening, debit, credit, closing })),
  );
  const total = (name: 'opening' | 'debit' | 'credit' | 'closing') => sum(clients.map((one) => one[name]));
  return {
    group: members.group,
    entity,
    currency,
    from: from ?? null,
    asOf,
    members: { shown: members.clients.length, of: members.of },
    clients,
    opening: total('opening'),
    debit: total('debit'),
    credit: total('credit'),
    closing: total('closing'),
  };
}

export type GroupHead = Awaited<ReturnType<typeof groupHead>>;

export async function openGroupLedger(db: Db, user: CurrentUser, input: LinesInput): Promise<GroupLedger> {
  const members = await membersOf(db, user, input.groupId);
  const head = await groupHead(db, members, input);
  return { ...head, ...(await pageOfGroupLines(db, members, input)) };
}
