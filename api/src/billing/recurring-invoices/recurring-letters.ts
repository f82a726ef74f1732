import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { Refusal } from '@daybook/contracts/refusals';
import { theSystem } from '../../auth/the-system.ts';
import { actAs, json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { asRefusal } from '../../http/refuse.ts';
import { offeredContactsOf } from '../documents/document-mails.ts';
import { sendUsualLetter } from '../invoices/send-invoice-mail.ts';

/** How often the database may fail on one letter. */
const mostFailures = 10;

/** Why the mail of a client's invoice cannot be sent: MAIL_NOT_SET_UP, or ADDRESSEE_REQUIRED if no contact would receive it. */
export async function refusalsOfLetters(
  db: Db,
  clientIds: readonly string[],
  canMail: boolean,
): Promise<(clientId: string) => Refusal | null> {
  if (!canMail) return () => new Refusal('MAIL_NOT_SET_UP');
  if (clientIds.length === 0) return () => null;
  const contactsOf = await offeredContactsOf(db, 'invoice', [...new Set(clientIds)]);
  return (clientId) =>
    contactsOf(clientId).some(({ send }) => send === 'to') ? null : new Refusal('ADDRESSEE_REQUIRED');
}

/** Orders the mails of issued invoices; they are written and sent after the commit. */
export async function orderLetters(db: Db, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return;
  await db
    .insertInto('recurringLetter')
    .values(invoiceIds.map((invoiceId) => ({ invoiceId })))
    .execute();
}

const takeNext = (db: Db) =>
  db
    .selectFrom('recurringLetter')
    .select('invoiceId')
    .where('refusal', 'is', null)
    .where('notBefore', '<=', sql<string>`clock_timestamp()`)
    .where(sql<boolean>`not is_held('mails')`)
    .orderBy('notBefore')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Tries again after a minute if the database was unavailable; otherwise stores the refusal. A letter that somebody has sent by hand is done. */
async function putAside(root: Db, invoiceId: string, refusal: Refusal): Promise<void> {
  if (refusal.code === 'ALREADY_SENT') {
    await root.deleteFrom('recurringLetter').where('invoiceId', '=', invoiceId).execute();
    return;
  }
  const isOver = refusal.code !== 'UNAVAILABLE';
  const kept = JSON.stringify({ code: refusal.code, params: refusal.params });
  await root
    .updateTable('recurringLetter')
    .set({
      failures: sql<number>`failures + 1`,
      notBefore: sql<string>`clock_timestamp() + interval '1 minute'`,
      refusal: isOver
        ? json({ code: refusal.code, params: refusal.params })
        : sql`case when failures + 1 >= ${mostFailures} then ${kept}::jsonb end`,
    })
    .where('invoiceId', '=', invoiceId)
    .execute();
}

async function sendNext(root: Db): Promise<boolean> {
  let invoiceId: string | undefined;
  try {
    await root.transaction().execute(async (db) => {
      invoiceId = (await takeNext(db))?.invoiceId;
      if (invoiceId === undefined) return;
      await db.executeQuery(actAs(null, uuidv7(), 'series.run'));
      await sendUsualLetter(db, theSystem, { id: invoiceId, nth: 1 }, true);
      await db.deleteFrom('recurringLetter').where('invoiceId', '=', invoiceId).execute();
    });
  } catch (error) {
    if (invoiceId === undefined) throw error;
    const refusal = asRefusal(error as Error);
    await putAside(root, invoiceId, refusal);
    // An internal error is also logged.
    if (refusal.code === 'INTERNAL') throw error;
  }
  return invoiceId !== undefined;
}

/** Puts waiting letters into the outbox one after the other. Several servers may run it at once. Returns the number of letters tried. */
export async function sendRecurringLetters(root: Db, canMail: boolean, stop?: AbortSignal): Promise<number> {
  // Letters wait until mail is set up again.
  if (!canMail) return 0;
  for (let tried = 0; ; tried += 1) {
    if (stop?.aborted || !(await sendNext(root))) return tried;
  }
}
