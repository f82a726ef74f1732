import { sql } from 'kysely';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { entities } from '@daybook/contracts/entities';
import type { Language } from '@daybook/contracts/fields';
import { entityOfStaff, staffKinds } from '@daybook/contracts/people/staff';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { foundKinds } from '@daybook/contracts/search';
import type { Found, FoundKind } from '@daybook/contracts/search';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { holds, type CurrentUser } from '../auth/current-user.ts';
import { listExpenses } from '../billing/expenses/expenses.queries.ts';
import { listInvoices } from '../billing/invoices/invoices.queries.ts';
import { listProformas } from '../billing/proformas/proformas.queries.ts';
import { listReceipts } from '../billing/receipts/receipts.queries.ts';
import { listClients } from '../crm/clients/client-list.queries.ts';
import { listEnquiries } from '../crm/enquiries/enquiries.queries.ts';
import type { Db } from '../db/database.ts';
import { matches } from '../db/search.ts';
import { listTasks } from '../tasks/tasks/tasks.queries.ts';
import { findInvoicesOfAmount, findReceiptsOfAmount } from './amounts.queries.ts';
import { withinTime } from './within-time.ts';

const most = 5;

type Find = (db: Db, user: CurrentUser, q: string, language: Language) => Promise<Found[]>;

/** Whether the person may open the screen of such a record. */
function mayOpen(user: CurrentUser, kind: FoundKind): boolean {
  const { allow } = entities[kind];
  return allow === 'super_admin' ? user.userType === 'super_admin' : holds(user, ...allow);
}

const asked = (q: string) => ({ q, pageSize: String(most) });

const findClients: Find = async (db, user, q) => {
  const { rows } = await listClients(db, user, clients.list.input.parse(asked(q)));
  return rows.map(({ id, name, code }) => ({
    kind: 'client',
    id,
    label: name,
    detail: code,
  }));
};

const findEnquiries: Find = async (db, user, q) => {
  const { rows } = await listEnquiries(db, user, enquiries.list.input.parse(asked(q)));
  return rows.map(({ id, no, name }) => ({
    kind: 'enquiry',
    id,
    label: name,
    detail: no,
  }));
};

const findTasks: Find = async (db, user, q) => {
  const { rows } = await listTasks(db, user, tasks.list.input.parse(asked(q)));
  return rows.map(({ id, no, title, client }) => ({
    kind: 'task',
    id,
    label: title,
    detail: [no, client?.label].filter(Boolean).join(' · '),
  }));
};

const findInvoices: Find = async (db, user, q) => {
  const { rows } = await listInvoices(db, user, invoices.list.input.parse(asked(q)));
  return rows
    .filter(({ number }) => number !== null)
    .map(({ id, number, client }) => ({
      kind: 'invoice',
      id,
      label: number ?? '',
      detail: client.label,
    }));
};

const findProformas: Find = async (db, user, q) => {
  const { rows } = await listProformas(db, user, proformas.list.input.parse(asked(q)));
  return rows.map(({ id, number, client }) => ({
    kind: 'proforma',
    id,
    label: number,
    detail: client.label,
  }));
};

const findReceipts: Find = async (db, user, q) => {
  const { rows } = await listReceipts(db, user, receipts.list.input.parse(asked(q)));
  return rows.map(({ id, number, client }) => ({
    kind: 'receipt',
    id,
    label: number,
    detail: client.label,
  }));
};

const findExpenses: Find = async (db, user, q) => {
  const { rows } = await listExpenses(db, user, expenses.list.input.parse(asked(q)));
  return rows.map(({ id, number, description, claimant }) => ({
    kind: 'expense',
    id,
    label: description,
    detail: [number, claimant.label].filter(Boolean).join(' · '),
  }));
};

const lists = Object.keys(staffKinds) as StaffKind[];

/** A person opens in the list of their own type. */
const findPeople: Find = async (db, user, q) => {
  const open = lists.filter((list) => mayOpen(user, entityOfStaff[list]));
  const rows = await db
    .selectFrom('appUser')
    .where(
      'userType',
      'in',
      open.flatMap((list) => [...staffKinds[list]]),
    )
    .where(matches('appUser', q))
    .select(['id', 'name', 'email', 'userType'])
    .orderBy(sql`name collate "und-x-icu"`)
    .limit(most)
    .execute();
  return rows.flatMap(({ id, name, email, userType }) =>
    open
      .filter((list) => staffKinds[list].some((type) => type === userType))
      .map((list) => ({ kind: entityOfStaff[list], id, label: name, detail: email })),
  );
};

const finders: Record<FoundKind, Find> = {
  client: findClients,
  enquiry: findEnquiries,
  task: findTasks,
  invoice: findInvoices,
  proforma: findProformas,
  receipt: findReceipts,
  expense: findExpenses,
  manager: findPeople,
  executive: findPeople,
  crm: findPeople,
  admin: findPeople,
};

const byAmount: [FoundKind, Find][] = [
  ['invoice', findInvoicesOfAmount],
  ['receipt', findReceiptsOfAmount],
];

/** The searches for what the person may open, each once, with the kinds that it finds. */
function findersFor(user: CurrentUser): Map<Find, FoundKind[]> {
  const byName = foundKinds.map((kind) => [kind, finders[kind]] as const);
  const found = new Map<Find, FoundKind[]>();
  for (const [kind, find] of [...byName, ...byAmount]) {
    if (mayOpen(user, kind)) found.set(find, [...(found.get(find) ?? []), kind]);
  }
  return found;
}

/** A slower kind is left out: the results of the others are of more use than a longer wait. */
const patienceMs = 1_000;

/**
 * At most five of each kind that the person may open, found through its own list and so within their scope; then documents of
 * that amount. `late` are the kinds whose search was cut off.
 */
export async function findEverywhere(
  db: Db,
  user: CurrentUser,
  q: string,
  language: Language,
): Promise<{ rows: Found[]; late: FoundKind[] }> {
  if (q === '') return { rows: [], late: [] };
  const open = [...findersFor(user)];
  const found = await Promise.all(
    open.map(([find]) => withinTime(db, patienceMs, (one) => find(one, user, q, language))),
  );
  const late = open.flatMap(([, kinds], index) => (found[index] === null ? kinds : []));
  const seen = new Set<string>();
  const rows = found.flatMap((each) => each ?? []).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { rows, late: [...new Set(late)] };
}
