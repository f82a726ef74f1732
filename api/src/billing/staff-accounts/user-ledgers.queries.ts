import { sql } from 'kysely';
import type {
  StaffBalances,
  UserLedger,
  UserLedgerLine,
  userLedgers,
} from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { inScope } from '../../scope.ts';
import { balanceColumns, ofStaff } from './user-balances.queries.ts';
import { linesOf } from './user-ledger-lines.ts';
import type { Movement } from './user-ledger-lines.ts';

type LinesInput = ParsedInputOf<typeof userLedgers.lines>;
export type LedgerInput = Omit<LinesInput, 'cursor' | 'pageSize'>;

/** One's own ledger, or that of a person in scope. Refuses NOT_FOUND. */
async function ledgerPerson(db: Db, user: CurrentUser, personId: string): Promise<Reference> {
  const person = await db
    .selectFrom('appUser')
    .select(['id', 'name as label'])
    .where('id', '=', personId)
    .where('userType', '<>', 'client')
    .where((eb) => eb.or([eb('id', '=', user.id), inScope.staffAccount(user, sql.ref('app_user.id'))]))
    .executeTakeFirst();
  if (!person) throw new Refusal('NOT_FOUND');
  return person;
}

const ofLedger = ({ personId, entityId, currency, asOf }: LedgerInput) =>
  sql`user_id = ${personId} and entity_id = ${entityId} and currency = ${currency} and entry_date <= ${asOf}
    and account_id in ${ofStaff}`;

/** The running balance is computed over all lines, so that it is right on every page. */
const movements = (input: LedgerInput) => sql<Movement>`(
  select entry_date, entry_id, no, account.system_key as account, debit - credit as amount,
    (sum(debit - credit) over (order by entry_date, entry_id, no))::bigint as balance
  from journal_line join ledger_account account on account.id = account_id
  where ${ofLedger(input)})`;

const keys = [
  { by: sql.ref('movement.entryDate'), of: (row: Movement) => row.entryDate },
  { by: sql.ref('movement.entryId'), of: (row: Movement) => row.entryId },
  { by: sql.ref('movement.no'), of: (row: Movement) => row.no },
];

export type LedgerHead = Omit<UserLedger, keyof Page<UserLedgerLine>>;

/** The balances before and after the period, and what moved between. Refuses NOT_FOUND. */
export async function ledgerHead(db: Db, user: CurrentUser, input: LedgerInput): Promise<LedgerHead> {
  const { personId, entityId, currency, from, asOf } = input;
  const person = await ledgerPerson(db, user, personId);
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  const first = from ?? null;
  const balances = async (condition = sql``) => {
    const { rows } = await sql<StaffBalances>`
      select ${balanceColumns} from journal_line where ${ofLedger(input)} ${condition}`.execute(db);
    return rows[0] as StaffBalances;
  };
  const opening = await balances(sql`and entry_date < coalesce(${first}::date, '-infinity')`);
  const closing = await balances();
  const { rows } = await sql<{ debit: Minor; credit: Minor }>`
    select coalesce(sum(debit), 0)::bigint as debit, coalesce(sum(credit), 0)::bigint as credit
    from journal_line where ${ofLedger(input)} and entry_date >= coalesce(${first}::date, '-infinity')`.execute(
    db,
  );
  return { person, entity, currency, from: first, asOf, opening, closing, ...(rows[0] as (typeof rows)[0]) };
}

/** Reads only the lines; `ledgerHead` checks whether the caller may see them. */
export async function pageOfLines(
  db: Db,
  user: CurrentUser,
  input: LinesInput,
): Promise<Page<UserLedgerLine>> {
  const { from, personId } = input;
  const moved = db
    .selectFrom(movements(input).as('movement'))
    .selectAll()
    .$if(from !== undefined, (query) => query.where('movement.entryDate', '>=', from ?? ''));
  const page = await pageByKeyset(moved, keys, false, input);
  return { ...page, rows: await linesOf(db, user, personId, page.rows) };
}

export async function openUserLedger(db: Db, user: CurrentUser, input: LinesInput): Promise<UserLedger> {
  const head = await ledgerHead(db, user, input);
  return { ...head, ...(await pageOfLines(db, user, input)) };
}
