import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import type { clients } from '@daybook/contracts/crm/clients/clients';
import { lookups } from '@daybook/contracts/lookups';
import { permissions } from '@daybook/contracts/permissions';
import type { Scope } from '@daybook/contracts/permissions';
import { search } from '@daybook/contracts/search';
import type { Page } from '@daybook/contracts/lists';
import { openSession } from '../../src/auth/sessions.ts';
import type { Route } from '../../src/http/implement.ts';
import { requestOf } from '../../src/http/request-of.ts';
import { routes } from '../../src/routes.ts';
import { effort } from '../effort.ts';
import { goodInputs } from '../good-inputs.ts';
import { validInputs } from '../inputs-of.ts';
import { startDemoApi } from '../demo-firm.ts';
import { callerOf } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startDemoApi();
  // Everybody has all permissions, so that only the scope narrows what they see.
  await api.ownerPool.query(
    `insert into user_grant (user_id, key) select id, key from app_user, unnest($1::text[]) as key
     on conflict do nothing`,
    [permissions],
  );
  await api.ownerPool.query(
    `insert into time_week (id, user_id, week_on) select gen_random_uuid(), id, '2019-12-30' from app_user
       where user_type <> 'client'`,
  );
  await api.ownerPool.query(
    `update task set deleted_at = now() where id in (select id from task
       where not exists (select from time_entry where task_id = task.id) order by md5(id::text) limit 12)`,
  );
});
afterAll(() => api.stop());

interface Viewer {
  id: string;
  scope: Scope;
  caller: Caller;
}

async function viewers(): Promise<Viewer[]> {
  const { rows } = await api.ownerPool.query<{ id: string; scope: Scope }>(
    `select id, scope from app_user where user_type in ('manager', 'executive', 'crm') and status = 'active' order by email limit 6`,
  );
  const { rows: managers } = await api.ownerPool.query<{ id: string }>(
    `update app_user set scope = 'team' where id = (select manager_id from app_user where manager_id is not null
       order by id limit 1) returning id`,
  );
  const all = rows.filter(({ id }) => id !== managers[0]?.id);
  for (const { id } of managers) all.push({ id, scope: 'team' });
  return Promise.all(
    all.map(async ({ id, scope }) => ({
      id,
      scope,
      caller: callerOf(api.app, id, await openSession(api.db, id, 'test')),
    })),
  );
}

/** Who counts as “me” in a scope, and whose department counts: independent of the server’s own table of scopes. */
const mineSql = `with recursive below (id) as (
    select $1::uuid union all select u.id from app_user u join below on u.manager_id = below.id),
  me as (select id from below where $2 = 'team' or id = $1::uuid),
  mates as (select other.user_id as id from user_department other join user_department own using (department_id)
    where own.user_id = $1::uuid and $2 = 'department' union select id from me),
  seen as (select c.id from client c where c.crm_id in (select id from me) or c.manager_id in (select id from me)
    or exists (select from client_executive e where e.client_id = c.id and e.user_id in (select id from me))
    or ($2 = 'department' and exists (select from client_department d
      join user_department own on own.department_id = d.department_id
      where d.client_id = c.id and own.user_id = $1::uuid)))`;

/** The subscriptions of the demo firm are invoiced from next month on, so that nothing of theirs is missing this month. */
const unbilledSql = `status = 'active' and billable and not exists (select from subscription own where own.client_id = client.id
  and own.starts_on <= now()::date and (own.ended_on is null or own.ended_on >= date_trunc('month', now())::date))
  and not exists (
  select from invoice i join invoice_state s on s.invoice_id = i.id where i.client_id = client.id
    and s.status not in ('draft', 'void') and (i.issue_date between date_trunc('month', now())::date and now()::date
      or (i.service_from <= now()::date and i.service_to >= date_trunc('month', now())::date)))`;

const ledgersSql = `select distinct md5(m.client_id::text || m.entity_id::text || m.currency)::uuid as id
  from client_movement m where m.entry_date <= now()::date`;

const userLedgersSql = `select md5(user_id::text || entity_id::text || currency)::uuid as id, user_id
  from journal_line line join ledger_account account on account.id = line.account_id
  where system_key in ('staff_payable', 'staff_advance', 'staff_cash') and entry_date <= now()::date`;
const withBalance = `group by user_id, entity_id, currency
  having (sum(debit - credit) filter (where system_key = 'staff_payable') <> 0
    or sum(debit - credit) filter (where system_key = 'staff_advance') <> 0
    or sum(debit - credit) filter (where system_key = 'staff_cash') <> 0)`;

const pendingByGroupSql = `select distinct md5(c.group_id::text || w.entity_id::text || w.currency)::uuid as id
  from pending_total w join client c on c.id = w.client_id and c.group_id is not null`;

const outstandingSql = `select distinct md5(client_id::text || currency)::uuid as id from (
  select client_id, currency from invoice_state where outstanding > 0
  union all select live.client_id, live.currency from receipt_state live
    where live.status = 'posted' and allocated + refunded < available
  union all select client_id, currency from credit_note_state where available > 0) open`;

const inBin = `merged_into_id is null and deleted_at > now() - interval '30 days'`;

const visibleSql: Record<string, { all: string; seen: string }> = {
  clients: { all: 'select id from client', seen: 'select id from seen' },
  contacts: {
    all: 'select id from contact',
    seen: `select id from contact where exists (select from client_contact l where l.contact_id = contact.id
      and l.client_id in (select id from seen))`,
  },
  'client-groups': {
    all: 'select id from client_group',
    seen: `select id from client_group where created_by = $1::uuid
      or id in (select c.group_id from client c where c.id in (select id from seen))`,
  },
  'client-documents': {
    all: 'select id from client_document',
    seen: `select d.id from client_document d join client c on c.id = d.client_id where c.id in (select id from seen)
      and (d.level = 'everyone' or d.created_by = $1::uuid or (d.level = 'crm_up' and c.crm_id = $1::uuid)
        or (d.level <> 'author' and (select user_type from app_user where id = $1::uuid) = 'manager'))`,
  },
  invoices: {
    all: 'select id from invoice',
    seen: 'select id from invoice where client_id in (select id from seen)',
  },
  'recurring-invoices': {
    all: `select id from series where kind = 'invoice'`,
    seen: `select id from series where kind = 'invoice' and client_id in (select id from seen)`,
  },
  proformas: {
    all: 'select id from proforma',
    seen: 'select id from proforma where client_id in (select id from seen)',
  },
  receipts: {
    all: 'select id from receipt',
    seen: 'select id from receipt where client_id in (select id from seen)',
  },
  'credit-notes': {
    all: 'select id from credit_note',
    seen: 'select id from credit_note where client_id in (select id from seen)',
  },
  'pending-invoices': {
    all: 'select id from pending_item',
    seen: 'select id from pending_item where client_id in (select id from seen)',
  },
  'pending-by-client': {
    all: 'select id from pending_total',
    seen: 'select id from pending_total where client_id in (select id from seen)',
  },
  'pending-by-group': {
    all: pendingByGroupSql,
    seen: `${pendingByGroupSql} where c.id in (select id from seen)`,
  },
  'unbilled-clients': {
    all: `select id from client where ${unbilledSql}`,
    seen: `select id from client where id in (select id from seen) and ${unbilledSql}`,
  },
  'all-client-ledgers': {
    all: ledgersSql,
    seen: `${ledgersSql} and m.client_id in (select id from seen)`,
  },
  outstanding: {
    all: outstandingSql,
    seen: `${outstandingSql} where client_id in (select id from seen)`,
  },
  tasks: {
    all: 'select id from task where deleted_at is null',
    seen: `select t.id from task t where t.deleted_at is null and (t.client_id in (select id from seen)
      or t.reviewer_id in (select id from me)
      or exists (select from task_assignee a where a.task_id = t.id and a.user_id in (select id from me)))`,
  },
  'deleted-tasks': {
    all: 'select id from task where deleted_at is not null',
    seen: `select t.id from task t where t.deleted_at is not null and (t.client_id in (select id from seen)
      or t.reviewer_id in (select id from me)
      or exists (select from task_assignee a where a.task_id = t.id and a.user_id in (select id from me)))`,
  },
  'recurring-tasks': {
    all: `select id from series where kind = 'task'`,
    seen: `select id from series where kind = 'task' and client_id in (select id from seen)`,
  },
  'time-entries': {
    all: 'select id from time_entry where removed_at is null',
    seen: `select e.id from time_entry e join task t on t.id = e.task_id where e.removed_at is null
      and (t.client_id in (select id from seen) or t.reviewer_id in (select id from me)
      or exists (select from task_assignee a where a.task_id = t.id and a.user_id in (select id from me)))`,
  },
  'timesheet-approvals': {
    all: `select id from time_week where status = 'submitted'`,
    seen: `select id from time_week where status = 'submitted' and user_id <> $1::uuid
      and (user_id in (select id from below) or user_id in (select id from mates))`,
  },
  enquiries: {
    all: 'select id from enquiry where deleted_at is null',
    seen: 'select id from enquiry where deleted_at is null and owner_id in (select id from mates)',
  },
  'deleted-enquiries': {
    all: `select id from enquiry where ${inBin}`,
    seen: `select id from enquiry where ${inBin} and owner_id in (select id from mates)`,
  },
  expenses: {
    all: 'select id from expense',
    seen: 'select id from expense where claimant_id in (select id from mates)',
  },
  'user-ledgers': {
    all: `select id from (${userLedgersSql} ${withBalance}) held`,
    seen: `select id from (${userLedgersSql} and user_id in (select id from mates) ${withBalance}) held`,
  },
  'staff-vouchers': {
    all: 'select id from staff_voucher',
    seen: 'select id from staff_voucher where user_id in (select id from mates) or to_user_id in (select id from mates)',
  },
};

async function readIds(kind: string, { id, scope }: Viewer) {
  const { all, seen } = visibleSql[kind] ?? { all: '', seen: '' };
  const [every, theirs] = [
    await api.ownerPool.query<{ id: string }>(`${all} order by id`),
    await api.ownerPool.query<{ id: string }>(`${mineSql} ${seen} order by id`, [id, scope]),
  ];
  const visible = new Set(theirs.rows.map((row) => row.id));
  return { visible, foreign: every.rows.map((row) => row.id).filter((one) => !visible.has(one)) };
}

const known = new Map<string, ReturnType<typeof readIds>>();

/** The walk changes no record, so the oracle is asked once for each kind and viewer. */
function idsOf(kind: string, viewer: Viewer): ReturnType<typeof readIds> {
  const name = `${kind} ${viewer.scope} ${viewer.id}`;
  const ids = known.get(name) ?? readIds(kind, viewer);
  known.set(name, ids);
  return ids;
}

const folderOf = ({ endpoint: { path } }: Route) => path.split('/')[1] ?? '';
const isNarrowed = (route: Route) => folderOf(route) in visibleSql;
const named = (part: string) =>
  routes.filter((route) => isNarrowed(route) && route.endpoint.path === `/${folderOf(route)}${part}`);

async function everyRow(caller: Caller, { endpoint }: Route): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<{ id: string }> = await caller.call(
      endpoint as never,
      { pageSize: '100', cursor } as never,
    );
    found.push(...page.rows.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found.toSorted();
}

/** Without what differs from request to request. */
const told = (body: string) => body.replace(/"traceId":"[^"]*"/, '');

/** A valid input, so that only the record is not found. */
function inputOf({ action, endpoint }: (typeof routes)[number]): Record<string, unknown> {
  const someone = uuidv7();
  const good = goodInputs({
    entityId: someone,
    clientId: someone,
    taxCodeId: someone,
    personId: someone,
    categoryId: someone,
    recurringCategoryId: someone,
  });
  const fits = (one: object) => endpoint.input.safeParse({ ...one, id: uuidv7() }).success;
  const known = good[action] ?? {};
  if (fits(known)) return known;
  // Random inputs satisfy rules between fields now and then.
  const made = fc.sample(
    validInputs(endpoint, () => []),
    { numRuns: 30, seed: 7 },
  );
  const input = made.find(fits);
  if (!input) throw new Error(`no input fits ${action}`);
  return input;
}

/** In CI every sixth viewer asks at an address, others at the next ones. */
const spread = effort(6, 1);
/** In CI every third viewer reads a list, others the next ones. */
const spreadOfLists = effort(3, 1);

describe('a record outside the scope', () => {
  it('is in no list, no count and no file', async () => {
    const lists = named('').filter(({ endpoint }) => endpoint.method === 'GET');
    for (const [nth, viewer] of (await viewers()).entries()) {
      for (const list of lists.filter((_list, place) => (place + nth) % spreadOfLists === 0)) {
        const kind = folderOf(list);
        const { visible } = await idsOf(kind, viewer);
        const expected = { kind, scope: viewer.scope, ids: [...visible].toSorted() };
        expect({ kind, scope: viewer.scope, ids: await everyRow(viewer.caller, list) }).toEqual(expected);
        const total = named('/total').find((route) => folderOf(route) === kind);
        const file = named('/export').find((route) => folderOf(route) === kind);
        const { total: count, isCapped } = await viewer.caller.call(
          total?.endpoint as typeof clients.total,
          {},
        );
        const counted = { total: count, isCapped };
        const written = file && (await viewer.caller.inject(requestOf(file.endpoint, { format: 'csv' })));
        expect({ kind, counted, lines: written?.body.trim().split('\r\n').length }).toEqual({
          kind,
          counted: { total: visible.size, isCapped: false },
          lines: visible.size + 1,
        });
      }
    }
  });

  it('is found by no search and no picker', async () => {
    for (const viewer of await viewers()) {
      const { foreign } = await idsOf('clients', viewer);
      const { rows } = await api.ownerPool.query<{ id: string; name: string; code: string }>(
        'select id, name, code from client where id = any ($1) limit $2',
        [foreign, effort(2, 5)],
      );
      for (const { id, name, code } of rows) {
        for (const q of [name, code]) {
          const everywhere = await viewer.caller.call(search.find, { q });
          expect(everywhere.rows.map((row) => row.id)).not.toContain(id);
        }
        const picked = await viewer.caller.call(lookups.find, { kind: 'client', q: name });
        expect(picked.map((row) => row.id)).not.toContain(id);
        expect(await viewer.caller.call(lookups.find, { kind: 'client', id })).toEqual([]);
      }
    }
  });

  it('answers like an unknown id, at every address that takes one', async () => {
    const taking = routes.filter((route) => isNarrowed(route) && route.endpoint.path.includes(':id'));
    expect(taking.length).toBeGreaterThan(20);
    const before = await api.ownerPool.query(`select count(*) from audit_event where entity <> 'refusal'`);
    let calls = 0;
    const found = new Set<string>();
    const inputs = new Map(taking.map((route) => [route, inputOf(route)]));
    for (const [nth, viewer] of (await viewers()).entries()) {
      for (const route of taking.filter((_route, place) => (place + nth) % spread === 0)) {
        const { foreign } = await idsOf(folderOf(route), viewer);
        const input = inputs.get(route);
        const file = route.endpoint.upload ? { file: Buffer.from('%PDF-1.4') } : {};
        const ask = (id: string) =>
          viewer.caller.inject(requestOf(route.endpoint, { ...input, id }, { version: 1, ...file }));
        const missing = await ask(uuidv7());
        if (missing.statusCode === 404) found.add(route.action);
        for (const id of foreign.slice(0, 2)) {
          const answer = await ask(id);
          calls += 1;
          expect({ action: route.action, status: answer.statusCode, body: told(answer.body) }).toEqual({
            action: route.action,
            status: missing.statusCode,
            body: told(missing.body),
          });
          expect(answer.statusCode).not.toBe(200);
        }
      }
    }
    expect(calls).toBeGreaterThan(100);
    // Endpoints for admins refuse these people earlier; the others may refuse the input before they look for the record.
    const forThem = taking.filter(
      ({ endpoint: { allow } }) => typeof allow === 'string' || !('userType' in allow),
    );
    expect(forThem.map(({ action }) => action).filter((action) => !found.has(action))).toEqual([]);
    expect(
      (await api.ownerPool.query(`select count(*) from audit_event where entity <> 'refusal'`)).rows,
    ).toEqual(before.rows);
  });
});
