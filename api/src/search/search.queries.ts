import { sql } from 'kysely';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Language } from '@daybook/contracts/fields';
import { staffKinds, type StaffKind } from '@daybook/contracts/people/staff';
import { permissions, type Permission } from '@daybook/contracts/permissions';
import type { Found } from '@daybook/contracts/search';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { holds, type CurrentUser } from '../auth/current-user.ts';
import { listExpenses } from '../billing/expenses/expenses.queries.ts';
import { listInvoices } from '../billing/invoices/invoices.queries.ts';
import { listProformas } from '../billing/proformas/proformas.queries.ts';
import { listReceipts } from '../billing/receipts/receipts.queries.ts';
import { listClients } from '../crm/clients/clients.queries.ts';
import { listEnquiries } from '../crm/enquiries/enquiries.queries.ts';
import type { Db } from '../db/database.ts';
import { matches } from '../db/search.ts';
import { listTasks } from '../tasks/tasks/tasks.queries.ts';
import { findInvoicesOfAmount, findReceiptsOfAmount } from './amounts.queries.ts';
import { withinTime } from './within-time.ts';

const most = 5;

type Kind = Found['kind'];
type Find = (db: Db, user: CurrentUser, q: string, language: Language) => Promise<Found[]>;

const enquiryKeys = permissions.filter((key) => key.startsWith('enquiries.'));
const expenseKeys = permissions.filter((key) => key.startsWith('expenses.'));
const asked = (q: string) => ({ q, pageSize: String(most) });

const findClients: Find = async (db, user, q) => {
  const { rows } = await listClients(db, user, clients.list.input.parse(asked(q)));
  return rows.map(({ id, name, code }) => ({
    kind: 'client',
    id,
    label: name,
    detail: code,
    path: `view-client/${id}`,
  }));
};

const findEnquiries: Find = async (db, user, q) => {
  const { rows } = await listEnquiries(db, user, enquiries.list.input.parse(asked(q)));
  return rows.map(({ id, no, name }) => ({
    kind: 'enquiry',
    id,
    label: name,
    detail: no,
    path: `enquiries/edit/${id}`,
  }));
};

const findTasks: Find = async (db, user, q) => {
  const { rows } = await listTasks(db, user, tasks.list.input.parse(asked(q)));
  return rows.map(({ id, no, title, client }) => ({
    kind: 'task',
    id,
    label: title,
    detail: [no, client?.label].filter(Boolean).join(' · '),
    path: `tasks/view-task/${id}`,
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
      path: `invoices/view-invoice/${id}`,
    }));
};

const findProformas: Find = async (db, user, q) => {
  const { rows } = await listProformas(db, user, proformas.list.input.parse(asked(q)));
  return rows.map(({ id, number, client }) => ({
    kind: 'proforma',
    id,
    label: number,
    detail: client.label,
    path: `proformas/view-proforma/${id}`,
  }));
};

const findReceipts: Find = async (db, user, q) => {
  const { rows } = await listReceipts(db, user, receipts.list.input.parse(asked(q)));
  return rows.map(({ id, number, client }) => ({
    kind: 'receipt',
    id,
    label: number,
    detail: client.label,
    path: `receipts/view-receipts/${id}`,
  }));
};

const findExpenses: Find = async (db, user, q) => {
  const { rows } = await listExpenses(db, user, expenses.list.input.parse(asked(q)));
  return rows.map(({ id, number, description, claimant }) => ({
    kind: 'expense',
    id,
    label: description,
    detail: [number, claimant.label].filter(Boolean).join(' · '),
    path: `expenses?expense=${id}`,
  }));
};

const kinds = Object.keys(staffKinds) as StaffKind[];
const mayEdit = (user: CurrentUser, kind: StaffKind): boolean =>
  kind === 'admins' ? user.userType === 'super_admin' : holds(user, `${kind}.edit`);

const findPeople: Find = async (db, user, q) => {
  const open = kinds.filter((kind) => mayEdit(user, kind));
  if (open.length === 0) return [];
  const rows = await db
    .selectFrom('appUser')
    .where(
      'userType',
      'in',
      open.flatMap((kind) => [...staffKinds[kind]]),
    )
    .where(matches('appUser', q))
    .select(['id', 'name', 'email', 'userType'])
    .orderBy(sql`name collate "und-x-icu"`)
    .limit(most)
    .execute();
  return rows.map(({ id, name, email, userType }) => {
    const kind = open.find((one) => staffKinds[one].some((type) => type === userType));
    return { kind: 'person', id, label: name, detail: email, path: `${kind ?? ''}/edit/${id}` };
  });
};

interface Finder {
  kind: Kind;
  /** Null asks for itself what the person may open. */
  keys: readonly Permission[] | null;
  find: Find;
}

const finders: readonly Finder[] = [
  { kind: 'client', keys: ['clients.view'], find: findClients },
  { kind: 'enquiry', keys: enquiryKeys, find: findEnquiries },
  { kind: 'task', keys: ['tasks.view'], find: findTasks },
  { kind: 'invoice', keys: ['invoices.view'], find: findInvoices },
  { kind: 'proforma', keys: ['invoices.view'], find: findProformas },
  { kind: 'receipt', keys: ['receipts.view'], find: findReceipts },
  { kind: 'expense', keys: expenseKeys, find: findExpenses },
  { kind: 'person', keys: null, find: findPeople },
  { kind: 'invoice', keys: ['invoices.view'], find: findInvoicesOfAmount },
  { kind: 'receipt', keys: ['receipts.view'], find: findReceiptsOfAmount },
];

/** A kind that takes longer is left out: what the others found is of more use than to wait for it. */
const patienceMs = 1_000;

/**
 * At most five of each kind that the person may open, each by its own list and so within their scope; then documents of
 * that amount. `late` are the kinds that were not searched to the end.
 */
export async function findEverywhere(
  db: Db,
  user: CurrentUser,
  q: string,
  language: Language,
): Promise<{ rows: Found[]; late: Kind[] }> {
  if (q === '') return { rows: [], late: [] };
  const open = finders.filter(({ keys }) => keys === null || holds(user, ...keys));
  const found = await Promise.all(
    open.map(({ find }) => withinTime(db, patienceMs, (one) => find(one, user, q, language))),
  );
  const late = open.filter((_, index) => found[index] === null).map(({ kind }) => kind);
  const seen = new Set<string>();
  const rows = found.flatMap((each) => each ?? []).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { rows, late: [...new Set(late)] };
}
