import { sql } from 'kysely';
import type {
  Attribution,
  AttributionRow,
  AttributionView,
  attribution,
} from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

type Asked = ParsedInputOf<typeof attribution.find>;

/** What was billed and collected, as on the dashboard, under the persons who looked after the client at that time. */
const moved = ({ from, to }: Asked) => sql`
  select state.client_id, state.entity_id, state.currency, state.issue_date as day, invoice.crm_id, invoice.executive_ids,
    state.payable as billed, 0 as collected
  from invoice_state state join invoice on invoice.id = state.invoice_id
  where state.status not in ('draft', 'void') and state.doc_kind <> 'opening_invoice' and state.issue_date between ${from} and ${to}
  union all
  select client_id, entity_id, currency, receipt_date, crm_id, executive_ids, 0, amount
  from receipt where opening_on is null and receipt_date between ${from} and ${to}
  union all
  select receipt.client_id, receipt.entity_id, receipt.currency, state.reversed_on, crm_id, executive_ids, 0, -amount
  from receipt join receipt_state state on state.receipt_id = receipt.id
  where opening_on is null and state.reversed_on between ${from} and ${to}`;

/** What clients owe, under the persons who look after them today. */
const owed = sql`
  select state.client_id, state.entity_id, state.currency, client.crm_id, client_executives(client.id) as executive_ids,
    state.outstanding
  from invoice_state state join client on client.id = state.client_id
  where state.status <> 'draft' and state.outstanding <> 0`;

const ofCaller = (
  user: CurrentUser,
  { entityId }: Asked,
) => sql`${inScope.client(user, sql.ref('fact.client_id'))}
  and ${entityId === undefined ? sql`true` : sql`fact.entity_id = ${entityId}`}`;

/** A relationship manager has the whole; executives share in equal parts, and the first by id take the remainder. */
const personsOf: Record<AttributionView, ReturnType<typeof sql>> = {
  crm: sql`(select fact.crm_id as person_id, 1 as parts, 1::bigint as place)`,
  executive: sql`(select person_id, greatest(cardinality(fact.executive_ids), 1) as parts, place
    from (select person_id, row_number() over (order by person_id) as place from unnest(fact.executive_ids) as person_id
      union all select null, 1 where cardinality(fact.executive_ids) = 0) each_of)`,
};

/** Parts of a negative amount mirror those of the same positive amount, so that a reversal takes off what the receipt gave. */
const partOf = (amount: string) => {
  const of = sql.ref(amount);
  return sql`sign(${of}) * (abs(${of}) / share.parts + (share.place <= abs(${of}) % share.parts)::int)`;
};

interface Moved {
  currency: string;
  personId: string | null;
  month: string | null;
  billed: Minor;
  collected: Minor;
}

interface Owed {
  currency: string;
  personId: string | null;
  outstanding: Minor;
}

async function factsOf(db: Db, user: CurrentUser, asked: Asked) {
  const persons = personsOf[asked.view];
  const { rows: figures } = await sql<Moved>`
    select fact.currency, share.person_id, to_char(date_trunc('month', fact.day), 'YYYY-MM') as month,
      sum(${partOf('fact.billed')})::bigint as billed, sum(${partOf('fact.collected')})::bigint as collected
    from (${moved(asked)}) fact cross join lateral ${persons} share
    where ${ofCaller(user, asked)}
    group by grouping sets ((1, 2, 3), (1, 2))`.execute(db);
  const { rows: debts } = await sql<Owed>`
    select fact.currency, share.person_id, sum(${partOf('fact.outstanding')})::bigint as outstanding
    from (${owed}) fact cross join lateral ${persons} share
    where ${ofCaller(user, asked)} group by 1, 2`.execute(db);
  return { figures, debts };
}

const namesOf = async (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('appUser')
    .select(['id', 'name as label'])
    .where('id', 'in', ids)
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .execute();

const sumOf = (rows: readonly AttributionRow[], name: 'billed' | 'collected' | 'outstanding') =>
  sum(rows.map((row) => row[name] ?? NOTHING));

/** By currency: each person for the whole period and then by month, in the order of names; clients without a person come last. */
export async function findAttribution(db: Db, user: CurrentUser, asked: Asked): Promise<Attribution[]> {
  const { figures, debts } = await factsOf(db, user, asked);
  const all = [...figures, ...debts];
  const ids = [...new Set(all.flatMap(({ personId }) => personId ?? []))];
  const persons = [...(ids.length === 0 ? [] : await namesOf(db, ids)), null];
  const currencies = [...new Set(all.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const rows = persons.flatMap((person): AttributionRow[] => {
      const isTheirs = (one: { currency: string; personId: string | null }) =>
        one.currency === currency && one.personId === (person?.id ?? null);
      const outstanding = debts.find(isTheirs)?.outstanding ?? NOTHING;
      const theirs = figures.filter(isTheirs);
      const whole = theirs.find(({ month }) => month === null);
      if (!whole && outstanding === 0) return [];
      const months = theirs
        .filter(({ month }) => month !== null)
        .toSorted((a, b) => ((a.month ?? '') < (b.month ?? '') ? -1 : 1));
      return [
        {
          person,
          month: null,
          billed: whole?.billed ?? NOTHING,
          collected: whole?.collected ?? NOTHING,
          outstanding,
        },
        ...months.map(({ month, billed, collected }) => ({
          person,
          month,
          billed,
          collected,
          outstanding: null,
        })),
      ];
    });
    const wholes = rows.filter(({ month }) => month === null);
    const total = {
      month: null,
      billed: sumOf(wholes, 'billed'),
      collected: sumOf(wholes, 'collected'),
      outstanding: sumOf(wholes, 'outstanding'),
    };
    return { currency, rows, total };
  });
}
