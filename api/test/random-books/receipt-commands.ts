import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { isIssued } from './invoice-commands.ts';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Fixture, Dice } from './step.ts';

interface Payer {
  clientId: string;
  currency: string;
  /** The clients whose invoices it settles; the payer’s own by default. */
  paysFor?: readonly string[];
}

const openOf = ({ invoices }: Documents, { clientId, currency, paysFor = [clientId] }: Payer) =>
  invoices.filter(
    (one) =>
      isIssued(one) && one.outstanding > 0 && paysFor.includes(one.clientId) && one.currency === currency,
  );

/** The first client of a market pays for all of them; now and then another client tries to. */
const forGroup = <Of extends Payer>({ market }: Fixture, payer: Of, { isWild }: Dice): Of =>
  payer.clientId === market.clientIds[0] || isWild ? { ...payer, paysFor: market.clientIds } : payer;

/** Allocates the amount to the payer’s open invoices, at random the newest first. */
export function spread(documents: Documents, payer: Payer, inHand: number, { isOther, isWild }: Dice) {
  const open = openOf(documents, payer);
  let left = inHand;
  const rows = (isOther ? open.toReversed() : open).map(({ id, outstanding }) => {
    const amount = Math.min(left, outstanding + (isWild ? 1 : 0));
    left -= amount;
    return { invoiceId: id, amount };
  });
  return rows.filter(({ amount }) => amount > 0);
}

/** Sometimes asks to write off the remainder of an invoice, even one that is too large. */
const orLess = (rows: ReturnType<typeof spread>, { pick }: Dice) =>
  rows.map((row) => ({ ...row, writeOffRemainder: pick % 3 === 0 }));

const modes = ['bank', 'cash', 'cheque', 'upi', 'card', 'gateway', 'adjustment'] as const;
const cheque = { instrumentNo: '000123', instrumentBank: 'ING', instrumentDate: '2026-03-01' };

/** Taxed by any of the codes; where advances are not taxed, the API must refuse it. */
const asVoucher = ({ market }: Fixture, { pick }: Dice) => ({
  voucherKind: 'advance_voucher' as const,
  advanceTaxCodeId: market.taxCodeIds[pick % market.taxCodeIds.length] ?? null,
});

const taxesAdvances = ({ market }: Fixture): boolean => market.regime === 'IN' || market.regime === 'EU';

async function receive(
  fixture: Fixture,
  documents: Documents,
  dice: Dice,
  mode: (typeof modes)[number] = modes[dice.pick % modes.length] ?? 'bank',
  voucher: Partial<ReturnType<typeof asVoucher>> = {},
): Promise<string | null> {
  const { market, entityId } = fixture;
  const { clientAt, isForeign, fxRate } = dice.invoice;
  const owing = oneOf(documents.invoices, isIssued, dice);
  const own = {
    clientId: owing?.clientId ?? market.clientIds[clientAt % market.clientIds.length] ?? '',
    currency: owing?.currency ?? (isForeign ? market.foreign : market.currency),
  };
  const isForOthers = clientAt % 2 === 0 && voucher.voucherKind === undefined;
  const payer = forGroup(fixture, isForOthers ? { ...own, clientId: market.clientIds[0] ?? '' } : own, dice);
  const settled = partOf(owing?.outstanding ?? dice.size, dice);
  const withheld = mode === 'adjustment' ? settled : Math.floor(settled / (dice.isOther ? 10 : 1000));
  const bankCharge = dice.isOther ? 1 : 0;
  const amount = mode === 'adjustment' ? 0 : Math.max(1, settled - withheld - bankCharge);
  const receiptDate = dated(fixture, dice);
  const rows = orLess(spread(documents, payer, amount + withheld + bankCharge, dice), dice);
  const made = await attempt(fixture, receipts.create, {
    entityId,
    receiptDate,
    mode,
    amount,
    withheld,
    bankCharge,
    clientId: payer.clientId,
    currency: payer.currency,
    fxRate: payer.currency === market.currency ? '1' : fxRate,
    allocations: dice.size % 2 === 0 ? [] : rows,
    ...(mode === 'cheque' ? cheque : {}),
    ...voucher,
  });
  return made && receiptDate;
}

const isInHand = (mode: string, status: string) => mode === 'cheque' && status === 'posted';
const isWithBank = (one: Documents['receipts'][number]) =>
  isInHand(one.mode, one.status) && one.depositedOn !== null && one.clearedOn === null;

export const receiptCommands: Record<string, Command> = {
  receive: (fixture, documents, dice) => receive(fixture, documents, dice),
  async receiveAdvance(fixture, documents, dice) {
    return taxesAdvances(fixture) || dice.isWild
      ? receive(fixture, documents, dice, undefined, asVoucher(fixture, dice))
      : receive(fixture, documents, dice);
  },
  async allocate(fixture, documents, dice) {
    const source = oneOf(documents.receipts, ({ status, left }) => status === 'posted' && left > 0, dice);
    if (!source) return null;
    const payer = forGroup(fixture, source, dice);
    const allocations = orLess(spread(documents, payer, partOf(source.left, dice), dice), dice);
    const date = dated(fixture, dice);
    if (allocations.length === 0) return null;
    return (await attempt(fixture, receipts.allocate, { id: source.id, date, allocations })) && date;
  },
  async refundReceipt(fixture, { receipts: all }, dice) {
    const source = oneOf(all, ({ status, left }) => status === 'posted' && left > 0, dice);
    if (!source) return null;
    const date = dated(fixture, dice);
    const fxRate = source.currency === fixture.market.currency ? '1' : dice.invoice.fxRate;
    const input = { id: source.id, date, amount: partOf(source.left, dice), mode: 'bank' as const, fxRate };
    return (await attempt(fixture, receipts.refund, input)) && date;
  },
  async takeBackReceiptRefund(fixture, { refunds }, dice) {
    const one = oneOf(refunds, ({ receiptId }) => receiptId !== null, dice);
    if (!one?.receiptId) return null;
    const date = dated(fixture, dice);
    const input = { id: one.receiptId, refundId: one.id, date, reason: 'Never sent' };
    return (await attempt(fixture, receipts.takeBackRefund, input)) && date;
  },
  async unallocate(fixture, { allocations }, dice) {
    const one = oneOf(allocations, ({ receiptId }) => receiptId !== null, dice);
    if (!one?.receiptId) return null;
    const date = dated(fixture, dice);
    const input = { id: one.receiptId, allocationId: one.id, date };
    return (await attempt(fixture, receipts.unallocate, input)) && date;
  },
  async reverse(fixture, { receipts: all }, dice) {
    const one = oneOf(all, ({ status }) => status === 'posted', dice);
    if (!one) return null;
    const date = dated(fixture, dice);
    const bounced = one.mode === 'cheque' && one.clearedOn === null;
    const input = { id: one.id, date, reason: 'Recalled', bounced: bounced !== dice.isWild };
    const cost = { charge: dice.size % 5000, chargeTaxCodeId: fixture.market.taxCodeIds[0] };
    return (await attempt(fixture, receipts.reverse, { ...input, ...(bounced ? cost : {}) })) && date;
  },
  receiveCash: (fixture, documents, dice) => receive(fixture, documents, dice, 'cash'),
  receiveCheque: (fixture, documents, dice) => receive(fixture, documents, dice, 'cheque'),
  async deposit(fixture, { receipts: all }, dice) {
    const one = oneOf(
      all,
      ({ mode, status, depositedOn }) => isInHand(mode, status) && depositedOn === null,
      dice,
    );
    if (!one) return null;
    const date = dated(fixture, dice);
    return (await attempt(fixture, cheques.deposit, { id: one.id, date })) && date;
  },
  async clear(fixture, { receipts: all }, dice) {
    const one = oneOf(all, isWithBank, dice);
    if (one) await attempt(fixture, cheques.clear, { id: one.id, date: dated(fixture, dice) });
    return null;
  },
  async bounce(fixture, { receipts: all }, dice) {
    const one = oneOf(
      all,
      ({ mode, status, clearedOn }) => isInHand(mode, status) && clearedOn === null,
      dice,
    );
    if (!one) return null;
    const date = dated(fixture, dice);
    return (
      (await attempt(fixture, receipts.reverse, { id: one.id, date, reason: 'No funds', bounced: true })) &&
      date
    );
  },
  async redeposit(fixture, { receipts: all }, dice) {
    const one = oneOf(all, ({ status }) => status === 'bounced', dice);
    if (!one) return null;
    const receiptDate = dated(fixture, dice);
    return (await attempt(fixture, cheques.redeposit, { id: one.id, receiptDate })) && receiptDate;
  },
};
