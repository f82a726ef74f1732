import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { addDays, daysBetween } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import { earliest, workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoService } from './services.ts';
import type { DoneTask } from './tasks.ts';

/** Pending items to be billed together: one client, one draft. */
export interface BillableGroup {
  client: DemoClient;
  itemIds: string[];
  issueDate: string;
}

interface Waiting {
  client: DemoClient;
  readyOn: string;
  item: PendingItem;
}

/** What the staff of a tax firm bill besides tasks. */
const manualTexts: Readonly<Record<string, readonly string[]>> = {
  IN: ['Certificate under section 195', 'Appearance before the officer', 'Copies and courier'],
  FR: ['Attestation pour la banque', 'Assistance au contrôle fiscal', 'Dossier de prêt'],
  JP: ['融資資料の作成', '税務調査の立会い', '住宅ローン控除の相談'],
};

async function readOpenItems(accountant: Person): Promise<PendingItem[]> {
  const items: PendingItem[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await accountant.call(pendingInvoices.list, {
      pageSize: 100,
      cursor,
      filter: { status: 'open' },
    });
    items.push(...page.rows);
    if (page.next === null) return items;
    cursor = page.next;
  }
}

/** Creates pending items without a task, over the last months. */
async function makeManualItems(
  demo: Demo,
  clients: readonly DemoClient[],
  services: readonly DemoService[],
  accountantOf: (client: DemoClient) => Person,
): Promise<Waiting[]> {
  const random = demo.random('pending items');
  const local = clients.filter(({ fxRate }) => fxRate === '1');
  const planned = Array.from({ length: Math.ceil(demo.size.invoices / 12) }, () => {
    const client = random.pick(local);
    const offers = services.filter(({ country }) => country === client.entity.country);
    const readyOn = workday(addDays(demo.today, -random.int(3, 120)));
    const service = random.pick(offers);
    const text = random.pick(manualTexts[client.entity.country] ?? []);
    return {
      client,
      service,
      text,
      amount: Math.round(service.price / 4),
      readyOn: earliest(readyOn, demo.today),
    };
  });
  return demo.each('Pending items', planned, async ({ client, service, text, amount, readyOn }) => ({
    client,
    readyOn,
    item: await accountantOf(client).call(pendingInvoices.create, {
      clientId: client.id,
      entityId: client.entity.record.id,
      serviceId: service.record.id,
      description: text,
      amount,
      taxCodeId: service.record.taxCode.id,
      readyOn,
    }),
  }));
}

/** Changes, holds or writes off a few; leaves the other items of the last weeks pending. */
async function settleRemainder(
  demo: Demo,
  left: readonly Waiting[],
  accountantOf: (client: DemoClient) => Person,
) {
  const random = demo.random('waiting items');
  const plans = left.map((waiting) => ({
    ...waiting,
    fate: random.pick([
      'wait',
      'wait',
      'wait',
      'wait',
      'wait',
      'wait',
      'hold',
      'writeDown',
      'writeOff',
    ] as const),
  }));
  await demo.each('Waiting items', plans, async ({ client, item, fate }) => {
    const { id, version, description, amount } = item;
    const accountant = accountantOf(client);
    if (fate === 'hold') {
      const reason = 'Together with the yearly accounts';
      await accountant.call(pendingInvoices.hold, { id, held: true, reason }, version);
    }
    if (fate === 'writeOff')
      await accountant.call(pendingInvoices.writeOff, { id, reason: 'Part of the yearly fee' }, version);
    if (fate === 'writeDown') {
      const written = { id, description, amount: Math.round(amount * 0.8), reason: 'Goodwill' };
      await accountant.call(pendingInvoices.edit, written, version);
    }
  });
}

/** Groups of one to three items of a client, in the order in which they were ready. */
function grouped(demo: Demo, waiting: readonly Waiting[]): BillableGroup[] {
  const random = demo.random('billing');
  const groups: BillableGroup[] = [];
  for (const items of Object.values(Object.groupBy(waiting, ({ client }) => client.id))) {
    const rest = [...(items ?? [])];
    while (rest.length > 0) {
      const together = rest.splice(0, random.int(1, 3));
      const last = together.at(-1);
      if (!last) break;
      const issueDate = earliest(workday(addDays(last.readyOn, random.int(1, 9))), demo.today);
      groups.push({ client: last.client, itemIds: together.map(({ item }) => item.id), issueDate });
    }
  }
  return groups;
}

/** Groups finished work to be billed; leaves the items of the last weeks to the person who tries Daybook. */
export async function planBilling(
  demo: Demo,
  {
    done,
    clients,
    services,
    accountantOf,
  }: {
    done: readonly DoneTask[];
    clients: readonly DemoClient[];
    services: readonly DemoService[];
    accountantOf: (client: DemoClient) => Person;
  },
): Promise<BillableGroup[]> {
  const [anyone] = clients;
  if (!anyone) return [];
  const open = await readOpenItems(accountantOf(anyone));
  const items = new Map(open.map((item) => [item.sourceId, item]));
  const ofTasks = done.flatMap(({ id, client, dueOn }) => {
    const item = items.get(id);
    return item ? [{ client, readyOn: dueOn, item }] : [];
  });
  // Expenses of clients who are billed in another currency stay pending until an invoice in the entity’s own.
  const ofExpenses = open.flatMap((item) => {
    const client = clients.find(({ id, fxRate }) => id === item.client.id && fxRate === '1');
    return client && item.kind === 'disbursement' ? [{ client, readyOn: item.readyOn, item }] : [];
  });
  const all = [
    ...ofTasks,
    ...ofExpenses,
    ...(await makeManualItems(demo, clients, services, accountantOf)),
  ].toSorted((a, b) => a.readyOn.localeCompare(b.readyOn));
  const isLeft = ({ readyOn }: Waiting) => daysBetween(readyOn, demo.today) < 30;
  const worked = all.filter(({ item }) => item.kind === 'fee');
  await settleRemainder(demo, worked.filter(isLeft), accountantOf);
  return grouped(
    demo,
    all.filter((waiting) => !isLeft(waiting)),
  );
}
