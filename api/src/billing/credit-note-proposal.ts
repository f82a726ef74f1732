import type { CreditNote } from '@daybook/contracts/billing/credit-note-record';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { getCreditNote } from './credit-notes.queries.ts';
import { openInvoicesOf } from './payable-invoices.ts';

/** What a note gives back of each invoice with tax, in minor units, less what was applied to it already. */
function dueTo({ lines, applications }: CreditNote): (invoiceId: string) => number {
  const due = new Map<string, number>();
  const add = (id: string, amount: number) => due.set(id, (due.get(id) ?? 0) + amount);
  for (const { invoice, net, tax } of lines) add(invoice.id, net + tax);
  for (const { invoice, amount, reversedOn } of applications)
    if (reversedOn === null) add(invoice.id, -amount);
  return (id) => Math.max(due.get(id) ?? 0, 0);
}

/**
 * The client's open invoices, those that a credit note credits first, the rest oldest due first. Proposed, in minor units: to each
 * invoice what the note gives back of it, as far as it is open; then what is left, in the order of the list. Refuses NOT_FOUND.
 */
export async function openForCreditNote(db: Db, user: CurrentUser, id: string) {
  const note = await getCreditNote(db, user, id);
  const open = await openInvoicesOf(db, user, {
    clientId: note.client.id,
    entityId: note.entity.id,
    currency: note.currency,
    settling: 0,
    whose: 'own',
  });
  const credited = new Set(note.lines.map(({ invoice }) => invoice.id));
  const inOrder = [
    ...open.filter((invoice) => credited.has(invoice.id)),
    ...open.filter((invoice) => !credited.has(invoice.id)),
  ];
  let rest = note.status === 'draft' ? note.total : note.available;
  const take = (most: number): number => {
    const taken = Math.min(rest, most);
    rest -= taken;
    return taken;
  };
  const dueOf = dueTo(note);
  const own = inOrder.map((invoice) => take(Math.min(dueOf(invoice.id), invoice.outstanding)));
  return inOrder.map(({ client: _client, ...invoice }, index) => {
    const first = own[index] ?? 0;
    return { ...invoice, proposed: first + take(invoice.outstanding - first) };
  });
}
