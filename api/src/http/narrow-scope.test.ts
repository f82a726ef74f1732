import { invoices } from '@daybook/contracts/billing/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts';
import { clients } from '@daybook/contracts/crm/clients';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { permissions } from '@daybook/contracts/permissions';
import { requestOf } from './request-of.ts';
import { makeManyRecords } from '../test/many-records.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

interface Row {
  id: string;
  client?: { id: string } | null;
}
interface Answer {
  data: { rows: Row[]; next: string | null; previous: string | null };
}

const lists = [
  { list: clients.list, sort: 'name' },
  { list: invoices.list, sort: '-issueDate' },
  { list: invoices.list, sort: 'dueDate' },
  { list: receipts.list, sort: '-receiptDate' },
  { list: pendingInvoices.list, sort: 'readyOn' },
  { list: tasks.list, sort: 'dueOn' },
  { list: recurringTasks.list, sort: 'title' },
] as const;

let api: TestApi;
let admin: Caller;
let manager: Caller;
let visible: Set<string>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  await makeManyRecords(api.ownerPool);
  manager = await api.as({ userType: 'crm', scope: 'own', keys: [...permissions] });
  // Records belong to the first hundred clients: of these the person sees one in ten, so that most pages lie far apart. Of all others
  // they see half, for whoever sees some thousand clients is asked about row by row.
  const { rows } = await api.ownerPool.query<{ id: string }>(
    `update client set crm_id = $1 where id in (
       select id from (select id, row_number() over (order by sort_name collate "und-x-icu", id) as n from client) as named
       where case when n <= 100 then n % 10 = 3 else n % 2 = 0 end)
     returning id`,
    [manager.id],
  );
  visible = new Set(rows.map(({ id }) => id));
});
afterAll(() => api.stop());

async function page(person: Caller, list: (typeof lists)[number]['list'], input: object) {
  const answer = await person.inject(requestOf(list, { pageSize: 100, ...input }));
  return answer.json<Answer>().data;
}

/** All rows of a list, from page to page: from the first on, or from the last one back. */
async function walk(person: Caller, { list, sort }: (typeof lists)[number], isBackward = false) {
  const found: Row[] = [];
  let cursor: string | null | undefined = isBackward ? 'end' : undefined;
  do {
    const { rows, next, previous } = await page(person, list, { sort, ...(cursor && { cursor }) });
    found.push(...(isBackward ? rows.toReversed() : rows));
    cursor = isBackward ? previous : next;
  } while (cursor);
  return found;
}

describe('A list of somebody who sees some clients', () => {
  it.each(lists)('has each of their records once, in order ($list.path by $sort)', async (one) => {
    const all = await walk(admin, one);
    const theirs = all.filter(({ id, client }) => visible.has(client?.id ?? id)).map(({ id }) => id);
    expect(theirs.length).toBeGreaterThan(100);
    expect(theirs.length).toBeLessThan(all.length);
    expect((await walk(manager, one)).map(({ id }) => id)).toEqual(theirs);
    expect((await walk(manager, one, true)).map(({ id }) => id)).toEqual(theirs.toReversed());
  });
});
