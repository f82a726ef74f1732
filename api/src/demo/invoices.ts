import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import { earliest } from './days.ts';
import type { Demo, Person } from './demo.ts';
import { planInvoice } from './invoice-plans.ts';
import type { BillableGroup } from './pending-items.ts';
import { makeProformas } from './proformas.ts';
import type { DemoService } from './services.ts';

export interface IssuedInvoice {
  client: DemoClient;
  invoice: Invoice;
}

interface Draft {
  client: DemoClient;
  issueDate: string;
  make: () => Promise<Invoice>;
}

interface Billing {
  clients: readonly DemoClient[];
  services: readonly DemoService[];
  groups: readonly BillableGroup[];
  accountantOf: (client: DemoClient) => Person;
}

/** The share of the newest invoices that are still drafts, and the number of Tokyo’s that another person must approve. */
const draftShare = 0.045;
const toApprove = 3;

function planDrafts(demo: Demo, { clients, services, groups, accountantOf }: Billing): Draft[] {
  const random = demo.random('invoices');
  const ofItems = groups.slice(0, demo.size.invoices).map(({ client, itemIds, issueDate }) => ({
    client,
    issueDate,
    make: () => accountantOf(client).call(pendingInvoices.draft, { itemIds, issueDate }),
  }));
  const written = Array.from({ length: demo.size.invoices - ofItems.length }, () => {
    const client = random.pick(clients);
    const given = planInvoice(random, { client, services, today: demo.today });
    return {
      client,
      issueDate: given.issueDate,
      make: () => accountantOf(client).call(invoices.create, given),
    };
  });
  return [...ofItems, ...written].toSorted((a, b) => a.issueDate.localeCompare(b.issueDate));
}

/**
 * Drafts all invoices and issues all except the newest, in each entity in the order of their dates, as its number series
 * requires. Voids a few. Returns the invoices that clients owe, oldest first.
 */
export async function makeInvoices(demo: Demo, billing: Billing): Promise<IssuedInvoice[]> {
  const random = demo.random('issues');
  const planned = planDrafts(demo, billing);
  const drafts = await demo.each('Invoices', planned, async ({ client, make }) => ({
    client,
    draft: await make(),
  }));
  const newest = drafts.slice(-Math.ceil(drafts.length * draftShare));
  const ofTokyo = drafts.filter(({ client }) => client.entity.country === 'JP').slice(-toApprove);
  const left = new Set([...newest, ...ofTokyo]);
  const issuable = drafts.filter((one) => !left.has(one));
  // Two drafts that will be invoices, and two that stay drafts.
  const asked = [...issuable.slice(-2), ...newest.slice(0, 2)];
  await makeProformas(asked.map(({ client, draft }) => ({ draft, by: billing.accountantOf(client) })));
  const toIssue = issuable.map((one) => ({ ...one, isVoid: random.chance(0.015) }));
  const issued = await demo.inOrder('Issued invoices', toIssue, {
    laneOf: ({ client }) => client.entity.country,
    work: async ({ client, draft, isVoid }) => {
      const accountant = billing.accountantOf(client);
      const invoice = await accountant.call(invoices.issue, { id: draft.id }, draft.version);
      if (!isVoid) return { client, invoice };
      const voidDate = earliest(addDays(invoice.issueDate, 3), demo.today);
      const reason = 'Billed to the wrong client';
      await accountant.call(invoices.void, { id: invoice.id, voidDate, reason }, invoice.version);
      return null;
    },
  });
  return issued.filter((one) => one !== null);
}
