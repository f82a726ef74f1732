import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { isStanding } from './invoice-commands.ts';
import type { Standing } from './standing.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Desk, Dice } from './step.ts';

interface Payer {
  clientId: string;
  currency: string;
  /** Whose invoices it settles; its own where not said. */
  paysFor?: readonly string[];
}

const openOf = ({ invoices }: Standing, { clientId, currency, paysFor = [clientId] }: Payer) =>
  invoices.filter(
    (one) =>
      isStanding(one) && one.outstanding > 0 && paysFor.includes(one.clientId) && one.currency === currency,
  );

/** The first client of a market pays for all of them; chance says whether somebody else tries to. */
const forGroup = <Of extends Payer>({ market }: Desk, payer: Of, { isWild }: Dice): Of =>
  payer.clientId === market.clientIds[0] || isWild ? { ...payer, paysFor: market.clientIds } : payer;

/** Spreads what is in hand over the payer's open invoices, the newest first when chance says so. */
export function spread(standing: Standing, payer: Payer, inHand: number, { isOther, isWild }: Dice) {
  const open = openOf(standing, payer);
  let left = inHand;
  const rows = (isOther ? open.toReversed() : open).map(({ id, outstanding }) => {
    const amount = Math.min(left, outstanding + (isWild ? 1 : 0));
    left -= amount;
    return { invoiceId: id, amount };
  });
  return rows.filter(({ amount }) => amount > 0);
}

/** What is left of an invoice may be given up, whether or not that is too much. */
const orLess = (rows: ReturnType<typeof spread>, { pick }: Dice) =>
  rows.map((row) => ({ ...row, writeOffRest: pick % 3 === 0 }));

const modes = ['bank', 'cash', 'cheque', 'upi', 'card', 'gateway', 'adjustment'] as const;
const cheque = { instrumentNo: '000123', instrumentBank: 'ING', instrumentDate: '2026-03-01' };

/** Taxed at any of the codes; what is refused where advances are not taxed is refused here too. */
const asVoucher = ({ market }: Desk, { pick }: Dice) => ({
  voucherKind: 'advance_voucher' as const,
  advanceTaxCodeId: market.taxCodeIds[pick % market.taxCodeIds.length] ?? null,
});

const taxesAdvances = ({ market }: Desk): boolean => market.regime === 'IN' || market.regime === 'EU';

async function receive(
  desk: Desk,
  standing: Standing,
  dice: Dice,
  mode: (typeof modes)[number] = modes[dice.pick % modes.length] ?? 'bank',
  voucher: Partial<ReturnType<typeof asVoucher>> = {},
): Promise<string | null> {
  const { market, entityId } = desk;
  const { clientAt, isForeign, fxRate } = dice.invoice;
  const owing = oneOf(standing.invoices, isStanding, dice);
  const own = {
    clientId: owing?.clientId ?? market.clientIds[clientAt % market.clientIds.length] ?? '',
    currency: owing?.currency ?? (isForeign ? market.foreign : market.currency),
  };
  const isForOthers = clientAt % 2 === 0 && voucher.voucherKind === undefined;
  const payer = forGroup(desk, isForOthers ? { ...own, clientId: market.clientIds[0] ?? '' } : own, dice);
  const settled = partOf(owing?.outstanding ?? dice.size, dice);
  const withheld = mode === 'adjustment' ? settled : Math.floor(settled / (dice.isOther ? 10 : 1000));
  const bankCharge = dice.isOther ? 1 : 0;
  const amount = mode === 'adjustment' ? 0 : Math.max(1, settled - withheld - bankCharge);
  const receiptDate = dated(desk, dice);
  const rows = orLess(spread(standing, payer, amount + withheld + bankCharge, dice), dice);
  const made = await attempt(desk, receipts.create, {
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

const isInHand = (mode: string, state: string) => mode === 'cheque' && state === 'posted';
const isWithBank = (one: Standing['receipts'][number]) =>
  isInHand(one.mode, one.state) && one.depositedOn !== null && one.clearedOn === null;

export const receiptCommands: Record<string, Command> = {
  receive: (desk, standing, dice) => receive(desk, standing, dice),
  async receiveAdvance(desk, standing, dice) {
    return taxesAdvances(desk) || dice.isWild
      ? receive(desk, standing, dice, undefined, asVoucher(desk, dice))
      : receive(desk, standing, dice);
  },
  async allocate(desk, standing, dice) {
    const source = oneOf(standing.receipts, ({ state, left }) => state === 'posted' && left > 0, dice);
    if (!source) return null;
    const payer = forGroup(desk, source, dice);
    const allocations = orLess(spread(standing, payer, partOf(source.left, dice), dice), dice);
    const date = dated(desk, dice);
    if (allocations.length === 0) return null;
    return (await attempt(desk, receipts.allocate, { id: source.id, date, allocations })) && date;
  },
  async refundReceipt(desk, { receipts: all }, dice) {
    const source = oneOf(all, ({ state, left }) => state === 'posted' && left > 0, dice);
    if (!source) return null;
    const date = dated(desk, dice);
    const fxRate = source.currency === desk.market.currency ? '1' : dice.invoice.fxRate;
    const input = { id: source.id, date, amount: partOf(source.left, dice), mode: 'bank' as const, fxRate };
    return (await attempt(desk, receipts.refund, input)) && date;
  },
  async takeBackReceiptRefund(desk, { refunds }, dice) {
    const one = oneOf(refunds, ({ receiptId }) => receiptId !== null, dice);
    if (!one?.receiptId) return null;
    const date = dated(desk, dice);
    const input = { id: one.receiptId, refundId: one.id, date, reason: 'Never sent' };
    return (await attempt(desk, receipts.takeBackRefund, input)) && date;
  },
  async unallocate(desk, { allocations }, dice) {
    const one = oneOf(allocations, ({ receiptId }) => receiptId !== null, dice);
    if (!one?.receiptId) return null;
    const date = dated(desk, dice);
    const input = { id: one.receiptId, allocationId: one.id, date };
    return (await attempt(desk, receipts.unallocate, input)) && date;
  },
  async reverse(desk, { receipts: all }, dice) {
    const one = oneOf(all, ({ state }) => state === 'posted', dice);
    if (!one) return null;
    const date = dated(desk, dice);
    const bounced = one.mode === 'cheque' && one.clearedOn === null;
    const input = { id: one.id, date, reason: 'Recalled', bounced: bounced !== dice.isWild };
    const cost = { charge: dice.size % 5000, chargeTaxCodeId: desk.market.taxCodeIds[0] };
    return (await attempt(desk, receipts.reverse, { ...input, ...(bounced ? cost : {}) })) && date;
  },
  receiveCheque: (desk, standing, dice) => receive(desk, standing, dice, 'cheque'),
  async deposit(desk, { receipts: all }, dice) {
    const one = oneOf(
      all,
      ({ mode, state, depositedOn }) => isInHand(mode, state) && depositedOn === null,
      dice,
    );
    if (!one) return null;
    const date = dated(desk, dice);
    return (await attempt(desk, cheques.deposit, { id: one.id, date })) && date;
  },
  async clear(desk, { receipts: all }, dice) {
    const one = oneOf(all, isWithBank, dice);
    if (one) await attempt(desk, cheques.clear, { id: one.id, date: dated(desk, dice) });
    return null;
  },
  async bounce(desk, { receipts: all }, dice) {
    const one = oneOf(all, ({ mode, state, clearedOn }) => isInHand(mode, state) && clearedOn === null, dice);
    if (!one) return null;
    const date = dated(desk, dice);
    return (
      (await attempt(desk, receipts.reverse, { id: one.id, date, reason: 'No funds', bounced: true })) && date
    );
  },
  async redeposit(desk, { receipts: all }, dice) {
    const one = oneOf(all, ({ state }) => state === 'bounced', dice);
    if (!one) return null;
    const receiptDate = dated(desk, dice);
    return (await attempt(desk, cheques.redeposit, { id: one.id, receiptDate })) && receiptDate;
  },
};
