import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { effort } from '../../../test/effort.ts';
import { openTaskFixture } from '../../../test/fixtures/task-fixture.ts';
import type { TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { sealAll } from '../../../test/seal-all.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { randomOf } from '../../demo/random.ts';
import type { Random } from '../../demo/random.ts';
import { requestOf } from '../../http/request-of.ts';

/** What should be stored: an independent reckoning of the commands. */
interface Entry {
  id: string;
  version: number;
  taskId: string;
  day: number;
  minutes: number;
  isBillable: boolean;
  isRemoved: boolean;
  bill: Bill | null;
}

interface Bill {
  id: string;
  itemId: string;
  status: 'open' | 'invoiced' | 'written_off' | 'released';
  invoiceId?: string;
}

let api: TestApi;
let at: TaskFixture;
let tasks: Task[];

beforeAll(async () => {
  api = await startTestApi();
  at = await openTaskFixture(api);
  // No rate is valid from the 15th to the 19th.
  const ofFirm = { currency: 'EUR', validFrom: '2026-05-01' };
  await at.admin.call(chargeRates.create, { ...ofFirm, rate: 10_001, validTo: '2026-05-14' });
  await at.admin.call(chargeRates.create, { ...ofFirm, rate: 9_000, validFrom: '2026-05-20' });
  tasks = [];
  for (let no = 0; no < 3; no += 1) tasks.push(await at.make({ billingRule: 'hours', fee: null }));
});
afterAll(() => api.stop());

const rateOn = (day: number): number | null => {
  if (day <= 14) return 10_001;
  return day >= 20 ? 9_000 : null;
};
const dateOf = (day: number) => `2026-05-${String(day).padStart(2, '0')}`;
const valueOf = ({ day, minutes }: Entry) => Math.round(((rateOn(day) ?? 0) * minutes) / 60);

class Firm {
  readonly entries: Entry[] = [];
  readonly bills: Bill[] = [];
  readonly random: Random;
  constructor(seed: string) {
    this.random = randomOf(seed);
  }

  async record(): Promise<void> {
    const { id: taskId } = this.random.pick(tasks);
    const day = this.random.int(1, 31);
    const minutes = this.random.int(1, 25);
    const billable = this.random.chance(0.85);
    const input = { taskId, workedOn: dateOf(day), minutes, billable };
    const { id, version } = await at.doer.call(timeEntries.create, input);
    this.entries.push({
      id,
      version,
      taskId,
      day,
      minutes,
      isBillable: billable,
      isRemoved: false,
      bill: null,
    });
  }

  async change(): Promise<void> {
    const kept = this.entries.filter(({ isRemoved }) => !isRemoved);
    if (kept.length === 0) return;
    const entry = this.random.pick(kept);
    const { id, version, day } = entry;
    const isRemoval = this.random.chance(0.3);
    const minutes = this.random.int(1, 25);
    const input = { id, workedOn: dateOf(day), minutes, billable: entry.isBillable };
    const request = isRemoval
      ? requestOf(timeEntries.remove, { id }, { version })
      : requestOf(timeEntries.edit, input, { version });
    const answer = (await at.doer.inject(request)).json<{ status: boolean; code: string }>();
    if (entry.bill !== null) {
      expect(answer).toMatchObject({ status: false, code: 'HOURS_BILLED' });
      return;
    }
    expect(answer).toMatchObject({ status: true });
    entry.version += 1;
    if (isRemoval) entry.isRemoved = true;
    else entry.minutes = minutes;
  }

  /** Sometimes two people bill the same hours at the same time. */
  async bill(): Promise<void> {
    const { id: taskId } = this.random.pick(tasks);
    const [from = 1, to = 31] = [this.random.int(1, 31), this.random.int(1, 31)].toSorted((a, b) => a - b);
    const wanted = this.entries.filter(
      (entry) =>
        entry.taskId === taskId &&
        entry.bill === null &&
        entry.isBillable &&
        !entry.isRemoved &&
        rateOn(entry.day) !== null &&
        from <= entry.day &&
        entry.day <= to,
    );
    const asked = Array.from({ length: this.random.chance(0.3) ? 2 : 1 }, () => uuidv7());
    const answers = await Promise.all(
      asked.map((id) =>
        at.admin.call(unbilledHours.bill, {
          from: dateOf(from),
          to: dateOf(to),
          tasks: [{ id, taskId }],
        }),
      ),
    );
    const made = answers.flatMap(({ results }) => results).filter(({ itemId }) => itemId !== undefined);
    expect(made).toHaveLength(wanted.length === 0 ? 0 : 1);
    for (const { id, itemId = '' } of made) {
      const bill: Bill = { id, itemId, status: 'open' };
      this.bills.push(bill);
      for (const entry of wanted) entry.bill = bill;
    }
  }

  private async itemOf(status: Bill['status']) {
    const some = this.bills.filter((bill) => bill.status === status);
    if (some.length === 0) return null;
    const bill = this.random.pick(some);
    return { bill, item: await at.admin.call(pendingInvoices.open, { id: bill.itemId }) };
  }

  async release(): Promise<void> {
    const status = this.random.pick(['open', 'open', 'invoiced', 'written_off'] as const);
    const found = await this.itemOf(status);
    if (found === null) return;
    const { bill, item } = found;
    const request = requestOf(unbilledHours.release, { id: item.id }, { version: item.version });
    const answer = (await at.admin.inject(request)).json<{ status: boolean; code: string }>();
    const refusal = { open: undefined, invoiced: 'ALREADY_INVOICED', written_off: 'STATE_NOT_ALLOWED' };
    expect(answer.code).toBe(refusal[status] ?? answer.code);
    expect(answer.status).toBe(status === 'open');
    if (status !== 'open') return;
    bill.status = 'released';
    for (const entry of this.entries) if (entry.bill === bill) entry.bill = null;
  }

  async invoice(): Promise<void> {
    const found = await this.itemOf('open');
    if (found === null) return;
    const draft = await at.admin.call(pendingInvoices.draft, {
      itemIds: [found.item.id],
      issueDate: '2026-06-01',
    });
    await at.admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
    found.bill.status = 'invoiced';
    found.bill.invoiceId = draft.id;
  }

  async void(): Promise<void> {
    const billed = this.bills.filter(({ status }) => status === 'invoiced');
    if (billed.length === 0) return;
    const bill = this.random.pick(billed);
    const { id, version } = await at.admin.call(invoices.open, { id: bill.invoiceId ?? '' });
    await at.admin.call(invoices.void, { id, voidDate: '2026-06-02', reason: 'Wrong' }, { version });
    bill.status = 'open';
  }

  async writeOff(): Promise<void> {
    const found = await this.itemOf('open');
    if (found === null) return;
    const { id, version } = found.item;
    await at.admin.call(pendingInvoices.writeOff, { id, reason: 'Goodwill' }, { version });
    found.bill.status = 'written_off';
  }

  async step(): Promise<void> {
    const commands = [
      () => this.record(),
      () => this.record(),
      () => this.record(),
      () => this.change(),
      () => this.change(),
      () => this.bill(),
      () => this.bill(),
      () => this.release(),
      () => this.invoice(),
      () => this.void(),
      () => this.writeOff(),
    ];
    await this.random.pick(commands)();
  }
}

/** Which entry is in which open or billed item, and what each item is worth. */
async function stored(): Promise<{ inBills: string[]; worth: string[] }> {
  const { rows: inBills } = await api.ownerPool.query<{ told: string }>(
    `select entry_id || ' ' || bill_id || ' ' || minutes as told from time_bill_entry where live`,
  );
  const { rows: worth } = await api.ownerPool.query<{ told: string }>(
    `select source_id || ' ' || status || ' ' || original_amount as told from pending_item where source = 'time'`,
  );
  return {
    inBills: inBills.map(({ told }) => told).toSorted(),
    worth: worth.map(({ told }) => told).toSorted(),
  };
}

const expected = ({ entries, bills }: Firm) => ({
  inBills: entries
    .flatMap(({ id, bill, minutes }) => (bill === null ? [] : [`${id} ${bill.id} ${minutes}`]))
    .toSorted(),
  worth: bills
    .filter(({ status }) => status !== 'released')
    .map((bill) => {
      const own = entries.filter((entry) => entry.bill === bill);
      return `${bill.id} ${bill.status} ${own.reduce((value, entry) => value + valueOf(entry), 0)}`;
    })
    .toSorted(),
});

it(
  'each minute is in at most one open or billed item, whatever is recorded, edited, billed, released and voided',
  async () => {
    const firm = new Firm('hours');
    const steps = effort(120, 2_000);
    const reached = new Set<Bill['status']>();
    for (let step = 0; step < steps; step += 1) {
      await firm.step();
      for (const { status } of firm.bills) reached.add(status);
      expect(await stored()).toEqual(expected(firm));
    }
    const open = (await at.admin.call(unbilledHours.list, { pageSize: 100 })).rows;
    const unbilled = firm.entries.filter(
      ({ bill, isBillable, isRemoved }) => bill === null && isBillable && !isRemoved,
    );
    expect(open.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(
      unbilled.reduce((sum, { minutes }) => sum + minutes, 0),
    );
    expect(open.reduce((sum, { value }) => sum + value, 0)).toBe(
      unbilled.reduce((sum, entry) => sum + valueOf(entry), 0),
    );
    expect([...reached].toSorted()).toEqual(['invoiced', 'open', 'released', 'written_off']);
    await sealAll(api.db);
    expect(await findBookFaults(api.db)).toEqual([]);
  },
  effort(300_000, 3_600_000),
);

it('the check of the books finds hours that differ from what bills them', async () => {
  const owner = await api.ownerPool.connect();
  try {
    await owner.query('alter table time_entry disable trigger user');
    await owner.query(
      `update time_entry set minutes = minutes + 1 where id = (select entry_id from time_bill_entry where live limit 1)`,
    );
    await owner.query('alter table time_entry enable trigger user');
  } finally {
    owner.release();
  }
  expect((await findBookFaults(api.db)).map(({ rule }) => rule)).toEqual(['hours_are_billed_once']);
});
