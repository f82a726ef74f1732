import { sql } from 'kysely';
import type { cheques } from '@daybook/contracts/billing/receipts/cheques';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { least, NOTHING, subtract } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { depositEntries } from '../../ledger/receipt-entries.ts';
import { knownRate } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { postedRate } from '../documents/fx-rates.ts';
import { lockInvoices, paidFor } from '../settlement/allocation-targets.ts';
import { keptAccount, receiptBasis } from '../settlement/receipt-basis.ts';
import { checkUndoDate, latest } from '../settlement/allocations.rules.ts';
import { holdReceipt, termsOf } from './change-receipt.ts';
import { createReceipt } from './post-receipt.ts';
import { getReceipt } from './receipts.queries.ts';

/**
 * Deposits a cheque at the bank. Refuses STATE_NOT_ALLOWED unless the firm still holds the cheque, a `date` in the
 * future or before the receipt's or the cheque's own, and an account of another billing entity on `bankAccountId`.
 */
export async function depositCheque(
  db: Db,
  user: CurrentUser,
  { id, date, bankAccountId }: ParsedInputOf<typeof cheques.deposit>,
): Promise<Receipt> {
  const receipt = await holdReceipt(db, user, id, 'deposited');
  if (receipt.mode !== 'cheque' || receipt.status !== 'posted')
    throw new Refusal('STATE_NOT_ALLOWED', { from: receipt.status, to: 'deposited' });
  checkUndoDate(date, latest(receipt.receiptDate, receipt.instrumentDate), receipt.today);
  const { bankAccounts = [] } = (await receiptBasis(db, receipt.entityId)) ?? {};
  if (bankAccountId !== null && !bankAccounts.some((account) => account.id === bankAccountId))
    throw refuseField('INPUT_INVALID', 'bankAccountId', {}, 'REFERENCE_UNKNOWN');
  await db
    .updateTable('receiptState')
    .set({ depositedOn: date, depositedTo: bankAccountId })
    .where('receiptId', '=', id)
    .execute();
  await postEntry(db, {
    ...termsOf(receipt),
    date,
    source: { type: 'deposit', id },
    postings: depositEntries(receipt.posted),
  });
  return getReceipt(db, user, id);
}

/** Refuses STATE_NOT_ALLOWED unless the cheque is deposited, and a `date` before the deposit or in the future. */
export async function clearCheque(
  db: Db,
  user: CurrentUser,
  { id, date }: ParsedInputOf<typeof cheques.clear>,
): Promise<Receipt> {
  const receipt = await holdReceipt(db, user, id, 'cleared');
  if (receipt.status !== 'deposited')
    throw new Refusal('STATE_NOT_ALLOWED', { from: receipt.status, to: 'cleared' });
  checkUndoDate(date, latest(receipt.depositedOn), receipt.today);
  await db.updateTable('receiptState').set({ clearedOn: date }).where('receiptId', '=', id).execute();
  return getReceipt(db, user, id);
}

/** The invoices that the bounce made outstanding again, as far as they still are and belong to these clients. Locked until commit. */
async function owedAgain(db: Db, receiptId: string, clientIds: readonly string[]) {
  const settled = await db
    .selectFrom('allocation')
    .innerJoin('receiptState as state', 'state.receiptId', 'allocation.receiptId')
    .innerJoin('invoice', 'invoice.id', 'allocation.invoiceId')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .leftJoin('writeOff', (join) =>
      join
        .onRef('writeOff.allocationId', '=', 'allocation.id')
        .onRef('writeOff.reversedAt', '=', 'state.reversedAt')
        .onRef('writeOff.base', '<=', 'entity.writeOffLimit'),
    )
    .select(['allocation.invoiceId', 'allocation.amount', 'writeOff.amount as rest'])
    .where('allocation.receiptId', '=', receiptId)
    .whereRef('allocation.reversedAt', '=', 'state.reversedAt')
    .where('invoice.clientId', 'in', [...clientIds])
    .orderBy('allocation.id')
    .execute();
  if (settled.length === 0) return [];
  const locked = await lockInvoices(
    db,
    settled.map(({ invoiceId }) => invoiceId),
  );
  const left = new Map(locked.map(({ id, outstanding }) => [id, outstanding]));
  return settled.flatMap(({ invoiceId, amount, rest }) => {
    const owed = left.get(invoiceId) ?? NOTHING;
    const again = least(amount, owed);
    left.set(invoiceId, subtract(owed, again));
    return again > 0 ? [{ invoiceId, amount: again, writeOffRemainder: rest === subtract(owed, again) }] : [];
  });
}

const chequeOf = (db: Db, id: string) =>
  db
    .selectFrom('receipt')
    .select([
      'entityId',
      'clientId',
      sql<'cheque'>`mode`.as('mode'),
      'currency',
      'amount',
      'withheld',
      'bankCharge',
      'withholdingSection',
      'instrumentNo',
      'instrumentBank',
      'instrumentDate',
      'reference',
      'bankAccountId',
      'receivedBy',
      'narration',
      sql<Receipt['voucherKind']>`voucher_kind`.as('voucherKind'),
      'advanceTaxCodeId',
      'placeOfSupply',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The exchange rate on the date of the new deposit. Refuses REQUIRED on `fxRate` if none is entered or stored. */
async function rateAgain(
  db: Db,
  currency: string,
  baseCurrency: string,
  { fxRate, receiptDate }: ParsedInputOf<typeof cheques.redeposit>,
): Promise<string> {
  const known =
    fxRate ?? (await knownRate(db, { from: currency, to: baseCurrency, date: receiptDate }))?.rate;
  return postedRate({ currency, fxRate: known ?? null }, baseCurrency);
}

/**
 * Deposits a bounced cheque again, as a new receipt that is deposited at once. Refuses STATE_NOT_ALLOWED unless the
 * cheque bounced and was not deposited again, and a `receiptDate` before the bounce or in the future.
 */
export async function redepositCheque(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof cheques.redeposit>,
): Promise<Receipt> {
  const { id, receiptDate } = input;
  // Concurrent calls wait for each other here, and the second one finds the receipt of the first.
  await db.selectFrom('receiptState').select('status').where('receiptId', '=', id).forUpdate().execute();
  const { status, reversal, depositedAgain, entity, client, bankAccount } = await getReceipt(db, user, id);
  if (status !== 'bounced' || depositedAgain !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'deposited' });
  const earliest = reversal?.on ?? '';
  if (receiptDate < earliest)
    throw refuseField('INPUT_INVALID', 'receiptDate', { earliest }, 'DATE_TOO_EARLY');
  const { today = '', baseCurrency = '', bankAccounts = [] } = (await receiptBasis(db, entity.id)) ?? {};
  if (receiptDate > latest(today, earliest))
    throw refuseField('INPUT_INVALID', 'receiptDate', {}, 'DATE_FUTURE');
  const cheque = await chequeOf(db, id);
  const fxRate = await rateAgain(db, cheque.currency, baseCurrency, input);
  const paysFor = cheque.voucherKind === 'receipt' ? await paidFor(db, user, client.id) : [client.id];
  const again = await createReceipt(
    db,
    user,
    {
      ...cheque,
      fxRate,
      receiptDate,
      bankAccountId: keptAccount(bankAccounts, cheque.bankAccountId),
      allocations: await owedAgain(db, id, paysFor),
    },
    id,
  );
  const bankAccountId = input.bankAccountId ?? keptAccount(bankAccounts, bankAccount?.id ?? null);
  return depositCheque(db, user, { id: again.id, date: receiptDate, bankAccountId });
}
