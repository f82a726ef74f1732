import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, add, largest, least, subtract } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { openInvoicesOf } from '../settlement/payable-invoices.ts';
import { getCreditNote } from './credit-notes.queries.ts';

/** The amount that a credit note credits on each invoice, less what it already settles there, in minor units. */
async function dueTo(db: Db, { id, allocations }: CreditNote): Promise<(invoiceId: string) => Minor> {
  const parts = await db
    .selectFrom('creditNoteInvoice')
    .select(['invoiceId', 'total'])
    .where('creditNoteId', '=', id)
    .execute();
  const due = new Map(parts.map(({ invoiceId, total }) => [invoiceId, total]));
  for (const { invoice, amount, reversedOn } of allocations)
    if (reversedOn === null) due.set(invoice.id, subtract(due.get(invoice.id) ?? NOTHING, amount));
  return (invoiceId) => largest(due.get(invoiceId) ?? NOTHING, NOTHING);
}

/**
 * The client's open invoices: first those that the credit note credits, then the others by due date, oldest first. Each
 * has a proposed amount in minor units. An invoice is first offered the amount that the credit note credits on it, up to
 * what is outstanding; the remainder then goes to the invoices in list order. Refuses NOT_FOUND.
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
  const take = (most: Minor): Minor => {
    const taken = least(rest, most);
    rest = subtract(rest, taken);
    return taken;
  };
  const dueOf = await dueTo(db, note);
  const own = inOrder.map((invoice) => take(least(dueOf(invoice.id), invoice.outstanding)));
  return inOrder.map(({ client: _client, ...invoice }, index) => {
    const first = own[index] ?? NOTHING;
    return { ...invoice, proposed: add(first, take(subtract(invoice.outstanding, first))) };
  });
}
