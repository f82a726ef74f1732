import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { getCreditNote } from './credit-notes.queries.ts';
import { openInvoicesOf } from './payable-invoices.ts';

/** The client's open invoices: what a credit note credits is proposed first, the rest oldest due first. Refuses NOT_FOUND. */
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
  return inOrder.map(({ client: _client, ...invoice }) => {
    const proposed = Math.min(rest, invoice.outstanding);
    rest -= proposed;
    return { ...invoice, proposed };
  });
}
