import { sql } from 'kysely';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { NotificationKind } from '@daybook/contracts/notifications';
import type { Scope } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { readAuthors } from './invoice-approvals.queries.ts';
import { getInvoice } from './invoices.queries.ts';

interface Approving {
  id: string;
  version: number;
}

async function tell(
  db: Db,
  people: readonly string[],
  kind: NotificationKind,
  invoice: Invoice,
  more: Record<string, string> = {},
): Promise<void> {
  const params = JSON.stringify({ client: invoice.client.label, ...more });
  for (const person of people)
    await sql`select tell(${person}, ${kind}, ${params}::jsonb, 'invoice', ${invoice.id})`.execute(db);
}

/** People with the permission and the client in their scope who are not authors of the invoice. */
async function approversOf(db: Db, { id, client }: Invoice): Promise<string[]> {
  const authors = await readAuthors(db, id);
  const holders = await db
    .selectFrom('appUser')
    .select(['id', sql<Scope>`scope`.as('scope')])
    .where('status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('userType', '=', 'super_admin'),
        eb('id', 'in', eb.selectFrom('userGrant').select('userId').where('key', '=', 'invoices.add')),
      ]),
    )
    .execute();
  const others = holders.filter((holder) => !authors.includes(holder.id));
  const seeing = await Promise.all(
    others.map((holder) =>
      db
        .selectFrom('client')
        .select('id')
        .where('id', '=', client.id)
        .where(inScope.client(holder, sql.ref('client.id')))
        .executeTakeFirst(),
    ),
  );
  return others.filter((_, index) => seeing[index] !== undefined).map((holder) => holder.id);
}

const lockInvoice = (db: Db, user: CurrentUser, { id, version }: Approving) =>
  lockAtVersion(db, 'invoice', id, version, () => getInvoice(db, user, id));

/** Refuses STATE_NOT_ALLOWED unless the invoice is a draft that needs approval. */
export async function askApproval(db: Db, user: CurrentUser, draft: Approving): Promise<Invoice> {
  const invoice = await lockInvoice(db, user, draft);
  if (invoice.status !== 'draft' || !invoice.approval.isNeeded) {
    throw new Refusal('STATE_NOT_ALLOWED', { from: invoice.status, to: 'pending_approval' });
  }
  await db.insertInto('approvalStep').values({ invoiceId: draft.id, step: 'asked' }).execute();
  await tell(db, await approversOf(db, invoice), 'invoice_to_approve', invoice);
  return getInvoice(db, user, draft.id);
}

/** The database refuses approval by an author. Refuses STATE_NOT_ALLOWED unless the invoice is waiting for approval, and APPROVER_IS_AUTHOR. */
export async function approveInvoice(db: Db, user: CurrentUser, draft: Approving): Promise<Invoice> {
  const invoice = await lockInvoice(db, user, draft);
  checkWaits(invoice, 'approved');
  await db.insertInto('approvalStep').values({ invoiceId: draft.id, step: 'approved' }).execute();
  await tell(db, await readAuthors(db, draft.id), 'invoice_approved', invoice);
  return getInvoice(db, user, draft.id);
}

/** Refuses STATE_NOT_ALLOWED unless the invoice is waiting for approval. */
export async function sendBackInvoice(
  db: Db,
  user: CurrentUser,
  { reason, ...draft }: Approving & { reason: string },
): Promise<Invoice> {
  const invoice = await lockInvoice(db, user, draft);
  checkWaits(invoice, 'draft');
  await db.insertInto('approvalStep').values({ invoiceId: draft.id, step: 'sent_back', reason }).execute();
  await tell(db, await readAuthors(db, draft.id), 'invoice_sent_back', invoice, { reason });
  return getInvoice(db, user, draft.id);
}

function checkWaits({ status }: Invoice, to: string): void {
  if (status !== 'pending_approval') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to });
}
