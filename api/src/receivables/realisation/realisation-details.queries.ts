import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  RealisedBill,
  RealisedHours,
  realisedBills,
  realisedHours,
} from '@daybook/contracts/receivables/realisation/realisation';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { clientByKeys } from '../../scope.ts';
import { periodsOf } from '../collections/collections.rules.ts';
import { hoursOf, moneyFacts } from './realisation-facts.ts';
import type { Found } from './realisation-facts.ts';
import { seesMargin } from './realisation.queries.ts';

interface Hour {
  id: string;
  workedOn: string;
  personId: string;
  clientId: string;
  taskId: string;
  categoryId: string | null;
  currency: string;
  minutes: number;
  billable: boolean;
  rate: Minor | null;
  value: Minor | null;
  cost: Minor | null;
}

const hours = (user: CurrentUser, input: Found) => sql<Hour>`(
  select entry_id as id, day as worked_on, person_id, client_id, task_id, category_id, currency, minutes, is_billable as billable, rate,
    value, cost
  from ${hoursOf(user, input, periodsOf(input.filter).period)} as hour)`;

const hoursWithNames = (db: Db, user: CurrentUser, input: Found) =>
  db
    .selectFrom(hours(user, input).as('row'))
    .innerJoin('task', 'task.id', 'row.taskId')
    .innerJoin('client', 'client.id', 'row.clientId')
    .innerJoin('appUser as person', 'person.id', 'row.personId')
    .leftJoin('taskCategory as category', 'category.id', 'row.categoryId')
    .leftJoin('recurringTaskCategory as recurring', 'recurring.id', 'row.categoryId')
    .selectAll('row')
    .select([
      'task.no',
      'task.title',
      'client.name as clientName',
      'person.name as personName',
      sql<string | null>`coalesce(category.name, recurring.name)`.as('categoryName'),
    ]);

type NamedHour = Awaited<ReturnType<ReturnType<typeof hoursWithNames>['executeTakeFirstOrThrow']>>;

export async function listRealisedHours(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof realisedHours.list>,
): Promise<Page<RealisedHours>> {
  const keys = [
    { by: sql.ref('row.workedOn'), of: (row: NamedHour) => row.workedOn },
    { by: sql.ref('row.id'), of: (row: NamedHour) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(hoursWithNames(db, user, input), keys, descending, input);
  const showsCost = seesMargin(user);
  const rows = page.rows.map(
    ({
      personId,
      personName,
      clientId,
      clientName,
      taskId,
      no,
      title,
      categoryId,
      categoryName,
      cost,
      ...row
    }): RealisedHours => ({
      ...row,
      person: { id: personId, label: personName },
      client: { id: clientId, label: clientName },
      task: { id: taskId, label: title, no },
      category: categoryId === null ? null : { id: categoryId, label: categoryName ?? '' },
      cost: showsCost ? cost : null,
    }),
  );
  return { ...page, rows };
}

export const countRealisedHours = (db: Db, user: CurrentUser, input: Found) =>
  totalOf(db, db.selectFrom(hours(user, input).as('row')));

interface Bill {
  id: string;
  taskId: string;
  clientId: string;
  currency: string;
  date: string;
  invoiceId: string | null;
  billed: Minor;
  writtenDown: Minor;
  collected: Minor;
  badDebt: Minor;
}

/** A source of money is either a line of an invoice or a pending item. */
const bills = (user: CurrentUser, input: Found): RawBuilder<Bill> => sql<Bill>`(
  select summed.*, coalesce(invoice.issue_date, item.written_off_on) as date, invoice.id as invoice_id
  from (
    select source_id as id, task_id, client_id, currency, sum(billed)::bigint as billed, sum(written_down)::bigint as written_down,
      sum(collected)::bigint as collected, sum(bad_debt)::bigint as bad_debt
    from ${moneyFacts(user, input, periodsOf(input.filter).period, input.filter.personId !== undefined)} as fact
    group by source_id, task_id, client_id, currency) as summed
  left join invoice_line line on line.id = summed.id
  left join invoice on invoice.id = line.invoice_id
  left join pending_item item on item.id = summed.id)`;

const billsWithNames = (db: Db, user: CurrentUser, input: Found) =>
  db
    .selectFrom(bills(user, input).as('row'))
    .innerJoin('task', 'task.id', 'row.taskId')
    .innerJoin('client', 'client.id', 'row.clientId')
    .leftJoin('invoice', 'invoice.id', 'row.invoiceId')
    .leftJoin('client as billedTo', 'billedTo.id', 'invoice.clientId')
    .selectAll('row')
    .select([
      'task.no',
      'task.title',
      'client.name as clientName',
      'invoice.number',
      'billedTo.id as billedToId',
      'billedTo.name as billedToName',
      clientByKeys(user, sql.ref('invoice.clientId')).as('seesInvoice'),
    ]);

type NamedBill = Awaited<ReturnType<ReturnType<typeof billsWithNames>['executeTakeFirstOrThrow']>>;

/** An invoice to a client whom the caller does not see is not named. */
function invoiceOf({ invoiceId, number, billedToId, billedToName, seesInvoice }: NamedBill) {
  if (invoiceId === null) return null;
  if (!seesInvoice) return { id: null, label: '', client: null };
  const client: Reference | null = billedToId === null ? null : { id: billedToId, label: billedToName ?? '' };
  return { id: invoiceId, label: number ?? '', client };
}

export async function listRealisedBills(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof realisedBills.list>,
): Promise<Page<RealisedBill>> {
  const keys = [
    { by: sql.ref('row.date'), of: (row: NamedBill) => row.date },
    { by: sql.ref('row.id'), of: (row: NamedBill) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(billsWithNames(db, user, input), keys, descending, input);
  const rows = page.rows.map((row): RealisedBill => {
    const { id, date, currency, billed, writtenDown, collected, badDebt } = row;
    return {
      id,
      date,
      invoice: invoiceOf(row),
      client: { id: row.clientId, label: row.clientName },
      task: { id: row.taskId, label: row.title, no: row.no },
      currency,
      billed,
      writtenDown,
      collected,
      badDebt,
    };
  });
  return { ...page, rows };
}

export const countRealisedBills = (db: Db, user: CurrentUser, input: Found) =>
  totalOf(db, db.selectFrom(bills(user, input).as('row')));
