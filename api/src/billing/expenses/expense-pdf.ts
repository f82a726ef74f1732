import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { expensePdf } from '../../pdf/expense-pdf.ts';
import { lookOf } from '../documents/document-look.ts';
import { issuerOf } from '../documents/issuer.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { getExpense } from './expenses.queries.ts';

/** The expense voucher, in the language of its entity's documents. Refuses NOT_FOUND, and STATE_NOT_ALLOWED before the approval. */
export async function sendExpensePdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const expense = await getExpense(db, user, id);
  const { number, approval } = expense;
  if (number === null || approval === null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: expense.status, to: 'approved' });
  const { docLocale } = await db
    .selectFrom('billingEntity')
    .select(sql<Language>`doc_locale`.as('docLocale'))
    .where('id', '=', expense.entity.id)
    .executeTakeFirstOrThrow();
  const look = await lookOf(db, 'expense', { id, entityId: expense.entity.id });
  const issuer = await issuerOf(db, expense.entity.id, null, look);
  return sendPdf(reply, number, await expensePdf({ ...expense, number, approval, docLocale, issuer }));
}
