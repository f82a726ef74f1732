import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import type { DemoClient } from './clients.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoEntity } from './entities.ts';
import type { IssuedInvoice } from './invoices.ts';

/** Writes off the oldest unpaid invoice, and half of the second. */
export async function makeWriteOffs(
  { today }: Demo,
  issued: readonly IssuedInvoice[],
  accountantOf: (client: DemoClient) => Person,
): Promise<void> {
  const shares = [1, 0.5];
  for (const { client, invoice } of issued.filter((one) => one.invoice.dueDate < today)) {
    const accountant = accountantOf(client);
    const { id, version, status, outstanding } = await accountant.call(invoices.open, { id: invoice.id });
    if (status !== 'issued') continue;
    const share = shares.shift();
    if (share === undefined) return;
    const amount = Math.ceil(outstanding * share);
    await accountant.call(
      writeOffs.create,
      { id, amount, date: today, reason: 'The client has closed down' },
      version,
    );
  }
}

/** Makes one office issue only what another person has approved: one draft waits, one is approved, one was sent back. */
export async function makeApprovals(entity: DemoEntity, accountant: Person, partner: Person): Promise<void> {
  const { id } = entity.record;
  const {
    version,
    active: _active,
    hasLogo: _hasLogo,
    numberFormats,
    ...fields
  } = await partner.call(billingEntities.open, { id });
  const formats = numberFormats.map(({ docKind, prefix, format, start }) => ({
    docKind,
    prefix,
    format,
    start,
  }));
  await partner.call(
    billingEntities.edit,
    { ...fields, id, numberFormats: formats, invoiceApproval: true },
    version,
  );
  const { rows } = await partner.call(invoices.list, {
    filter: { status: ['draft'], entityId: id },
    pageSize: 100,
  });
  const drafts = rows.toSorted((a, b) => b.payable - a.payable).slice(0, 3);
  for (const [index, draft] of drafts.entries()) {
    await accountant.call(invoiceApprovals.ask, { id: draft.id }, draft.version);
    if (index === 1) await partner.call(invoiceApprovals.approve, { id: draft.id }, draft.version);
    const reason = 'Please name the period of the work.';
    if (index === 2) await partner.call(invoiceApprovals.sendBack, { id: draft.id, reason }, draft.version);
  }
}
