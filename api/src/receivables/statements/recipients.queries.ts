import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  StatementKind,
  StatementRecipient,
  statementRecipients,
} from '@daybook/contracts/receivables/statements/statements';
import type { CurrentUser } from '../../auth/current-user.ts';
import { lastDayOf } from '../../billing/documents/report-days.rules.ts';
import { allBalances, balancesOfClient } from '../../billing/client-ledgers/ledger-balances.ts';
import type { LedgerBalance, Period } from '../../billing/client-ledgers/ledger-balances.ts';
import { offeredContactsOf } from '../../billing/documents/document-mails.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof statementRecipients.list>;
/** Which clients get a statement. */
export type RecipientFilter = Pick<
  ListInput['filter'],
  'clientIds' | 'entityId' | 'groupId' | 'crmId' | 'withBalance'
>;
interface Asked {
  q?: string | undefined;
  filter: ListInput['filter'];
}

export const periodOf = ({
  kind,
  from,
  asOf,
}: {
  kind?: StatementKind | undefined;
  from?: string | undefined;
  asOf?: string | undefined;
}): Period => ({
  from: kind === 'open_items' ? undefined : from,
  to: lastDayOf(asOf),
});

const clientsFound = (db: Db, visible: Expression<SqlBool>, { q, filter }: Asked) =>
  whereGiven(
    db.selectFrom('client').where(visible),
    { clientIds: filter.clientIds, groupId: filter.groupId, crmId: filter.crmId, q },
    {
      clientIds: 'client.id',
      groupId: 'client.groupId',
      crmId: 'client.crmId',
      q: (text) => matches('client', text),
    },
  );

/** One statement for each client and billing entity: with an entry in the period or a balance; of open items, with a balance. */
const statementsOf = (
  balances: RawBuilder<LedgerBalance>,
  { kind, entityId, withBalance }: ListInput['filter'],
) => {
  const isTold =
    kind === 'open_items'
      ? sql`closing <> 0`
      : sql`(opening <> 0 or debit <> 0 or credit <> 0 or closing <> 0)`;
  return sql<{ clientId: string; entityId: string; balances: { currency: string; closing: Minor }[] }>`(
    select client_id, entity_id,
      jsonb_agg(jsonb_build_object('currency', currency, 'closing', closing) order by currency) as balances
    from ${balances} ledger
    where ${isTold} ${entityId === undefined ? sql`` : sql`and entity_id = ${entityId}`}
    group by client_id, entity_id ${withBalance ? sql`having bool_or(closing <> 0)` : sql``})`;
};

const id = sql<string>`md5(client.id::text || statement.entity_id::text)::uuid`;

const named = (db: Db, visible: Expression<SqlBool>, asked: Asked) =>
  clientsFound(db, visible, asked)
    .innerJoinLateral(
      () =>
        statementsOf(balancesOfClient(periodOf(asked.filter), sql.ref('client.id')), asked.filter).as(
          'statement',
        ),
      (join) => join.onTrue(),
    )
    .select([
      id.as('id'),
      'client.id as clientId',
      'client.name as clientName',
      'client.sortName',
      'statement.entityId',
      'statement.balances',
      sql<string>`(select name from billing_entity where id = statement.entity_id)`.as('entityName'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>;

const keys = [
  { by: sql`client.sort_name collate "und-x-icu"`, of: (row: Row) => row.sortName },
  { by: sql.ref('client.id'), of: (row: Row) => row.clientId },
  { by: id, of: (row: Row) => row.id },
];

export async function listRecipients(db: Db, user: CurrentUser, input: ListInput) {
  const { visible } = await clientsOfPage(db, user, sql.ref('client.id'));
  const page = await pageByKeyset(named(db, visible, input), keys, false, input);
  const ids = [...new Set(page.rows.map(({ clientId }) => clientId))];
  const contactsOf = ids.length === 0 ? () => [] : await offeredContactsOf(db, 'statement', ids);
  const rows = page.rows.map((row): StatementRecipient => {
    const contacts = contactsOf(row.clientId);
    const those = (kind: 'to' | 'cc') =>
      contacts.filter(({ send }) => send === kind).map(({ email }) => email);
    const sentTo = those('to');
    return {
      id: row.id,
      client: { id: row.clientId, label: row.clientName },
      entity: { id: row.entityId, label: row.entityName },
      sentTo,
      copiedTo: those('cc'),
      balances: row.balances,
      reason: sentTo.length === 0 ? 'ADDRESSEE_REQUIRED' : null,
    };
  });
  return { ...page, rows };
}

/** All of them, in the order of names. Summed together, because every client is asked for. */
export const allRecipients = (db: Db, user: CurrentUser, asked: Asked) => {
  const theirs = clientsFound(db, inScope.client(user, sql.ref('client.id')), asked).select('client.id');
  const balances = allBalances(periodOf(asked.filter), sql<SqlBool>`client_id in (${theirs})`);
  return db
    .selectFrom(statementsOf(balances, asked.filter).as('statement'))
    .innerJoin('client', 'client.id', 'statement.clientId')
    .select(['statement.clientId', 'statement.entityId'])
    .orderBy(sql`client.sort_name collate "und-x-icu"`)
    .orderBy('client.id')
    .orderBy('statement.entityId');
};

/** A contact takes statements if its wish says so, or if it has none: without another, it gets them (`offeredContacts`). */
const hasAddress = sql<boolean>`exists (select from client_contact link join contact on contact.id = link.contact_id
  where link.client_id = client.id and contact.email is not null
    and coalesce(link.send_statements, link.send_invoices, 'to') = 'to')`;

/** How many mails a job would send, so the total is exact, however many there are. */
export async function totalRecipients(db: Db, user: CurrentUser, asked: Asked) {
  const { total, withReason } = await allRecipients(db, user, asked)
    .clearSelect()
    .clearOrderBy()
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where not ${hasAddress}))::int`.as('withReason'),
    ])
    .executeTakeFirstOrThrow();
  return { total, isCapped: false, withReason };
}
