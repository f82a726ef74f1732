import { sql } from 'kysely';
import type { PendingStatus } from '@daybook/contracts/billing/pending/pending-invoices';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { printedWords } from '../../pdf/printed-words.ts';
import { invoiceFacts } from '../documents/invoice-basis.ts';
import { makePendingItem } from '../pending/pending-items.ts';

interface BouncedCheque {
  id: string;
  entityId: string;
  clientId: string;
  currency: string;
  docLocale: Language;
  instrumentNo: string | null;
}

type Bounce = Pick<ParsedInputOf<typeof receipts.reverse>, 'date' | 'bounced' | 'charge' | 'chargeTaxCodeId'>;

/**
 * Creates a pending item for the charge of a bounced cheque. Refuses a charge without a tax code, and a charge for a
 * receipt that did not bounce.
 */
export async function chargeForBounce(
  db: Db,
  user: CurrentUser,
  cheque: BouncedCheque,
  { date, bounced, charge, chargeTaxCodeId }: Bounce,
): Promise<void> {
  if (charge === 0) return;
  if (!bounced) throw refuseField('INPUT_INVALID', 'charge', { maximum: 0 }, 'TOO_BIG');
  if (chargeTaxCodeId === null)
    throw new Refusal('INPUT_INVALID', {}, { chargeTaxCodeId: [{ code: 'REQUIRED' }] });
  const { entityId, clientId, currency } = cheque;
  const facts = await invoiceFacts(db, user, { entityId, clientId, issueDate: date });
  if (!facts.taxCodes.some(({ id }) => id === chargeTaxCodeId))
    throw refuseField('REFERENCE_UNKNOWN', 'chargeTaxCodeId');
  await makePendingItem(db, {
    clientId,
    entityId,
    currency,
    source: 'manual',
    sourceId: cheque.id,
    serviceId: null,
    description: printedWords(cheque.docLocale)('bounceCharge', { number: cheque.instrumentNo ?? '' }),
    amount: charge,
    taxCodeId: chargeTaxCodeId,
    readyOn: date,
  });
}

/** The charge for the bounced cheque. Whoever sees the receipt may see it, because the client's invoices are in the same scope. */
export async function bounceChargeOf(db: Db, receiptId: string): Promise<Receipt['bounceCharge']> {
  const row = await db
    .selectFrom('pendingItem as item')
    .leftJoin('invoice', 'invoice.id', 'item.invoiceId')
    .select([
      'item.id',
      'item.amount',
      sql<PendingStatus>`item.status`.as('status'),
      'item.invoiceId',
      'invoice.number',
    ])
    .where('item.source', '=', 'manual')
    .where('item.sourceId', '=', receiptId)
    .executeTakeFirst();
  if (!row) return null;
  const { invoiceId, number, ...charge } = row;
  return { ...charge, invoice: invoiceId === null ? null : { id: invoiceId, label: number ?? '' } };
}
