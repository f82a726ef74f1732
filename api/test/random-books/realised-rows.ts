import type { Minor } from '@daybook/contracts/money/money';
import type { RateOfHours } from '../../src/settings/hourly-rates/charge-rates.rules.ts';
import type { TestApi } from '../test-api.ts';

export interface TaskRow {
  id: string;
  client: string;
  category: string;
  department: string;
  entity: string;
  currency: string;
  serviceId: string | null;
  billable: boolean;
  isDeleted: boolean;
}

interface EntryRow {
  taskId: string;
  personId: string;
  workedOn: string;
  minutes: number;
  billable: boolean;
}

export interface LineRow {
  id: string;
  kind: string;
  net: Minor;
  department: string;
  itemId: string | null;
}

interface Settlement {
  amount: Minor;
  madeOn: string;
  undoneOn: string | null;
}

export interface InvoiceRow {
  entity: string;
  currency: string;
  total: Minor;
  issueDate: string;
  voidDate: string | null;
  lines: LineRow[];
  adjustments: { kind: string; net: Minor }[];
  credits: {
    lineId: string | null;
    net: Minor;
    work: string | null;
    issueDate: string;
    voidDate: string | null;
  }[];
  receipts: Settlement[];
  losses: Settlement[];
}

export interface ItemRow {
  id: string;
  entity: string;
  currency: string;
  isGivenUp: boolean;
}

/** The rows behind the report of realisation, read one by one and not combined. */
export interface BooksOfWork {
  tasks: TaskRow[];
  entries: EntryRow[];
  billed: { billId: string; personId: string; amount: Minor; minutes: number }[];
  chargeRates: RateOfHours[];
  costRates: {
    personId: string;
    currency: string;
    rate: Minor;
    validFrom: string;
    validTo: string | null;
  }[];
  invoices: InvoiceRow[];
  writtenOff: ItemRow[];
}

const list = (select: string) => `coalesce((select json_agg(one) from (${select}) one), '[]')`;
const key = (column: string, as: string) => `coalesce(${column}::text, 'none') as ${as}`;

const settlements = (table: string, madeOn: string, only: string) =>
  list(`select amount, ${madeOn} as "madeOn", reversed_on as "undoneOn" from ${table}
    where invoice_id = invoice.id and ${only} order by id`);

const books = `select json_build_object(
  'tasks', ${list(`select task.id, task.client_id as client, ${key('coalesce(task.category_id, task.recurring_category_id)', 'category')},
    ${key(
      `coalesce(category.department_id, recurring.department_id, service.department_id,
      case when (select count(*) from client_department where client_id = task.client_id) = 1
        then (select department_id from client_department where client_id = task.client_id) end)`,
      'department',
    )},
    entity.id as entity, entity.base_currency as currency, task.service_id as "serviceId", task.billable,
    task.deleted_at is not null as "isDeleted"
    from task join client on client.id = task.client_id
    join billing_entity entity on entity.id = coalesce(task.billing_entity_id, client.default_entity_id)
    left join task_category category on category.id = task.category_id
    left join recurring_task_category recurring on recurring.id = task.recurring_category_id
    left join service on service.id = task.service_id`)},
  'entries', ${list(`select entry.task_id as "taskId", entry.user_id as "personId", entry.worked_on as "workedOn", entry.minutes, entry.billable
    from time_entry entry join task on task.id = entry.task_id
    where entry.removed_at is null and entry.minutes is not null and task.client_id is not null`)},
  'billed', ${list(`select bill_id as "billId", user_id as "personId", amount, time_bill_entry.minutes
    from time_bill_entry join time_entry on time_entry.id = entry_id`)},
  'chargeRates', ${list(`select client_id as "clientId", service_id as "serviceId", person_id as "personId", currency, rate,
    valid_from as "validFrom", valid_to as "validTo" from charge_rate`)},
  'costRates', ${list(`select person_id as "personId", currency, rate, valid_from as "validFrom", valid_to as "validTo" from cost_rate`)},
  'invoices', ${list(`select invoice.entity_id as entity, invoice.currency, total, invoice.issue_date as "issueDate", state.void_date as "voidDate",
    ${list(`select id, kind, net, ${key('department_id', 'department')}, pending_item_id as "itemId" from invoice_line
      where invoice_id = invoice.id order by no`)} as lines,
    ${list(`select kind, net from invoice_adjustment where invoice_id = invoice.id order by no`)} as adjustments,
    ${list(`select line.invoice_line_id as "lineId", line.net, line.work, note.issue_date as "issueDate", note.void_date as "voidDate"
      from credit_note_line line join credit_note_state note on note.id = line.credit_note_id
      where line.invoice_id = invoice.id and note.status <> 'draft'`)} as credits,
    ${settlements('allocation', 'allocated_on', 'receipt_id is not null')} as receipts,
    ${settlements('write_off', 'written_off_on', 'true')} as losses
    from invoice join invoice_state state on state.invoice_id = invoice.id
    where issued_at is not null and opening_on is null`)},
  'writtenOff', ${list(`select item.id, item.entity_id as entity, item.currency, exists (
      select from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
      where line.pending_item_id = item.id and line.work = 'given_up' and state.status not in ('draft', 'void')) as "isGivenUp"
    from pending_item item where item.status = 'written_off' and source in ('task', 'time')`)}) as books`;

export async function readRealised(api: TestApi): Promise<BooksOfWork> {
  const { rows } = await api.ownerPool.query<{ books: BooksOfWork }>(books);
  const [first] = rows;
  if (!first) throw new Error('the books were not read');
  return first.books;
}
