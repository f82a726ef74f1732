import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { effort } from '../../../test/effort.ts';
import { may, openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { brokenHours, lockedTime } from '../../../test/hours-invariants.ts';
import { sealAll } from '../../../test/seal-all.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { randomOf } from '../../demo/random.ts';
import type { Random } from '../../demo/random.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let at: HoursFixture;
let doer: Caller;
let tasks: Task[];

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
});
afterAll(() => api.stop());

/** Once every week is locked and every entry is billed, nothing can happen: another person starts on other tasks. */
async function beginAnew(): Promise<void> {
  doer = await api.as({ userType: 'executive', keys: ['tasks.view'], name: 'Doer' });
  const theirs = { assigneeIds: [doer.id] };
  tasks = [await at.byHours(theirs), await at.byHours(theirs)];
}

const random: Random = randomOf('hours at once');
const mondays = ['2026-05-04', '2026-05-11', '2026-05-18'];
/** What was done, and what was refused with which code. */
const reached = new Set<string>();

async function attempt<E extends Endpoint>(
  name: string,
  who: Caller,
  endpoint: E,
  input: InputOf<E>,
  version?: number,
): Promise<{ id: string; version: number } | null> {
  const { statusCode, body } = await who.inject(
    requestOf(endpoint, input, version === undefined ? {} : { version }),
  );
  const answer = JSON.parse(body) as { code?: string; data?: { id: string; version: number } };
  if (statusCode >= 500) throw new Error(`${name} failed: ${body}`);
  reached.add(`${name} ${answer.code ?? 'done'}`);
  return answer.data ?? null;
}

interface Known {
  id: string;
  version: number;
}

/** Somewhat often the same record for both, as chance has it: there are few. */
async function some(sql: string): Promise<Known | null> {
  const { rows } = await api.ownerPool.query<Known>(`${sql} order by 1`);
  return rows.length === 0 ? null : random.pick(rows);
}
const someEntry = () =>
  some(`select id, version from time_entry where removed_at is null and user_id = '${doer.id}'`);
const someItem = (status: string) =>
  some(`select id, version from pending_item where source = 'time' and status = '${status}'`);
const someInvoice = () =>
  some(`select head.id, head.version from invoice head join invoice_state live on live.invoice_id = head.id
    where live.number <> '' and live.status <> 'void'`);
const someNote = () =>
  some(`select note.id, note.version from credit_note note join credit_note_state live on live.id = note.id
    where note.issued_at is not null and live.status <> 'void'`);
const someWeek = () => some(`select id, version from time_week where user_id = '${doer.id}'`);

const day = () => `2026-05-${String(random.int(4, 24)).padStart(2, '0')}`;
const time = () => ({ workedOn: day(), minutes: random.int(1, 12), billable: true });

async function invoiceItem(): Promise<void> {
  const item = await someItem('open');
  if (!item) return;
  const drafted = { itemIds: [item.id], issueDate: '2026-06-01' };
  const draft = await attempt('draft', at.admin, pendingInvoices.draft, drafted);
  if (draft) await attempt('issue', at.admin, invoices.issue, { id: draft.id }, draft.version);
}

async function creditInvoice(): Promise<void> {
  const invoice = await someInvoice();
  if (!invoice) return;
  const { lines, client, entity, currency } = await at.admin.call(invoices.open, { id: invoice.id });
  const note = await attempt('draft of credit', at.admin, creditNotes.create, {
    entityId: entity.id,
    clientId: client.id,
    currency,
    issueDate: '2026-06-02',
    docLocale: 'en',
    reasonCode: 'correction',
    billAgain: random.chance(0.8),
    lines: lines.map(({ id, amount }) => ({ invoiceLineId: id, amount })),
  });
  if (note)
    await attempt('credit', at.admin, creditNotes.issue, { id: note.id, allocations: [] }, note.version);
}

/** A command on a record that is there, if one is. */
const onSome =
  (find: () => Promise<Known | null>, work: (one: Known) => Promise<unknown>) => async (): Promise<void> => {
    const one = await find();
    if (one) await work(one);
  };

const voiding = { voidDate: '2026-06-03', reason: 'Wrong' };
const commands: (() => Promise<unknown>)[] = [
  () => attempt('record', doer, timeEntries.create, { taskId: random.pick(tasks).id, ...time() }),
  () => attempt('record', doer, timeEntries.create, { taskId: random.pick(tasks).id, ...time() }),
  onSome(someEntry, ({ id, version }) =>
    attempt('edit', at.admin, timeEntries.edit, { id, ...time() }, version),
  ),
  onSome(someEntry, ({ id, version }) => attempt('remove', doer, timeEntries.remove, { id }, version)),
  () =>
    attempt('bill', at.admin, unbilledHours.bill, {
      ...may,
      tasks: [{ id: uuidv7(), taskId: random.pick(tasks).id }],
    }),
  () =>
    attempt('bill', at.admin, unbilledHours.bill, {
      ...may,
      tasks: tasks.map(({ id: taskId }) => ({ id: uuidv7(), taskId })),
    }),
  onSome(
    () => someItem(random.pick(['open', 'open', 'invoiced'])),
    ({ id, version }) => attempt('release', at.admin, unbilledHours.release, { id }, version),
  ),
  onSome(
    () => someItem('open'),
    ({ id, version }) =>
      random.chance(0.2)
        ? attempt('write off', at.admin, pendingInvoices.writeOff, { id, reason: 'Goodwill' }, version)
        : Promise.resolve(null),
  ),
  invoiceItem,
  invoiceItem,
  onSome(someInvoice, ({ id, version }) =>
    attempt('void', at.admin, invoices.void, { id, ...voiding }, version),
  ),
  creditInvoice,
  onSome(someNote, ({ id, version }) =>
    attempt('void of credit', at.admin, creditNotes.void, { id, ...voiding }, version),
  ),
  () => attempt('submit', doer, timesheets.submit, { weekOn: random.pick(mondays) }),
  onSome(someWeek, ({ id, version }) => attempt('approve', at.admin, timesheets.approve, { id }, version)),
  onSome(someWeek, ({ id, version }) =>
    attempt('return', at.admin, timesheets.return, { id, reason: 'Why' }, version),
  ),
];

/** What has to have happened, or the rounds would show nothing. */
const expected = [
  ...'record edit remove bill release issue void credit submit approve return'
    .split(' ')
    .map((command) => `${command} done`),
  'edit HOURS_BILLED',
  'edit WEEK_LOCKED',
  'record WEEK_LOCKED',
  'release ALREADY_INVOICED',
];

const missing = () => expected.filter((outcome) => !reached.has(outcome));

it(
  'each minute is in at most one open or billed item, and a locked week stays, whatever two people do at once',
  async () => {
    const rounds = effort(50, 2_000);
    // Rare outcomes need more rounds now and then.
    for (let round = 0; round < rounds || (missing().length > 0 && round < 36 * rounds); round += 1) {
      if (round % 50 === 0) await beginAnew();
      const before = await lockedTime(api);
      await Promise.all([random.pick(commands)(), random.pick(commands)()]);
      expect(await brokenHours(api)).toEqual([]);
      const after = await lockedTime(api);
      for (const [week, entries] of before) expect(after.get(week) ?? entries).toBe(entries);
    }
    expect(missing()).toEqual([]);
    await sealAll(api.db);
    expect(await findBookFaults(api.db)).toEqual([]);
  },
  effort(300_000, 3_600_000),
);
