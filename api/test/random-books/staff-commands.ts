import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { staffMoney, staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { Caller } from '../test-api.ts';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Dice, Fixture } from './step.ts';

type Holding = Documents['holdings'][number];
type Voucher = Documents['vouchers'][number];

const ofFirm = (pick: number) => (pick % 2 ? ('cash' as const) : ('bank' as const));

const everyone = ({ writer, partner, clerk }: Fixture): Caller[] => [writer, partner, clerk];

/** Someone who may deal with the money of these people; wild dice take whoever comes first. */
const otherThan = (fixture: Fixture, { isWild }: Dice, ...people: (string | null)[]): Caller =>
  everyone(fixture).find(({ id }) => isWild || !people.includes(id)) ?? fixture.writer;

const callerFor = (fixture: Fixture, userId: string): Caller =>
  everyone(fixture).find(({ id }) => id === userId) ?? fixture.writer;

const heldBy = ({ holdings }: Documents, account: Holding['account'], dice: Dice): Holding | null =>
  oneOf(holdings, (one) => one.account === account && one.amount > 0, dice);

/** The step of a voucher that fits; vouchers that do not are tried by wild dice. */
const someVoucher = ({ vouchers }: Documents, fits: (one: Voucher) => boolean, dice: Dice) =>
  oneOf(vouchers, fits, dice);

export const staffCommands: Record<string, Command> = {
  async giveAdvance(fixture, _documents, dice) {
    const date = dated(fixture, dice);
    const { entityId, writer } = fixture;
    const input = { entityId, personId: writer.id, amount: dice.size, date, account: ofFirm(dice.pick) };
    const by = otherThan(fixture, dice, writer.id);
    return (await attempt(fixture, staffVouchers.advance, input, { by })) && date;
  },
  async returnAdvance(fixture, documents, dice) {
    const held = heldBy(documents, 'staff_advance', dice);
    if (!held) return null;
    const date = dated(fixture, dice);
    const { entityId } = fixture;
    const amount = partOf(Math.max(1, held.amount), dice);
    const input = { entityId, personId: held.userId, amount, date, account: ofFirm(dice.pick) };
    const by = otherThan(fixture, dice, held.userId);
    return (await attempt(fixture, staffVouchers.returnAdvance, input, { by })) && date;
  },
  async settle(fixture, { expenses: all }, dice) {
    const owed = all.filter(({ status, paidBy }) => status === 'approved' && paidBy === 'person');
    if (owed.length === 0) return null;
    const date = dated(fixture, dice);
    const { entityId, writer } = fixture;
    const expenseIds = (dice.isOther ? owed : owed.slice(0, 1)).map(({ id }) => id);
    const account = staffMoney[dice.pick % staffMoney.length] ?? 'bank';
    const input = { entityId, personId: writer.id, expenseIds, account, date };
    const by = otherThan(fixture, dice, writer.id);
    return (await attempt(fixture, staffVouchers.settle, input, { by })) && date;
  },
  async offerCash(fixture, documents, dice) {
    const held = heldBy(documents, 'staff_cash', dice);
    if (!held) return null;
    const { entityId } = fixture;
    const amount = partOf(Math.max(1, held.amount), dice);
    const receiver = otherThan(fixture, dice, held.userId).id;
    const input = {
      entityId,
      personId: held.userId,
      currency: held.currency,
      amount,
      date: dated(fixture, dice),
      receiverId: dice.isOther ? receiver : null,
    };
    await attempt(fixture, staffVouchers.handOver, input, { by: callerFor(fixture, held.userId) });
    return null;
  },
  async confirmCash(fixture, documents, dice) {
    const offer = someVoucher(documents, ({ status }) => status === 'offered', dice);
    if (!offer) return null;
    const by =
      offer.toUserId === null ? otherThan(fixture, dice, offer.userId) : callerFor(fixture, offer.toUserId);
    return (await attempt(fixture, staffVouchers.confirm, { id: offer.id }, { ...offer, by })) && offer.date;
  },
  async withdrawCash(fixture, documents, dice) {
    const offer = someVoucher(documents, ({ status }) => status === 'offered', dice);
    if (!offer) return null;
    const by = callerFor(fixture, offer.userId);
    await attempt(fixture, staffVouchers.withdraw, { id: offer.id }, { ...offer, by });
    return null;
  },
  async reverseVoucher(fixture, documents, dice) {
    const one = someVoucher(documents, ({ status }) => status === 'posted', dice);
    if (!one) return null;
    const date = dated(fixture, dice);
    const by = otherThan(fixture, dice, one.userId, one.toUserId);
    const input = { id: one.id, date, reason: 'Wrong person' };
    return (await attempt(fixture, staffVouchers.reverse, input, { ...one, by })) && date;
  },
  async takeReimbursementBack(fixture, { expenses: all }, dice) {
    const one = oneOf(all, ({ status }) => status === 'reimbursed', dice);
    if (!one) return null;
    const date = dated(fixture, dice);
    const by = otherThan(fixture, dice, fixture.writer.id);
    const input = { id: one.id, date, reason: 'Paid twice' };
    return (await attempt(fixture, expenses.takeBack, input, { ...one, by })) && date;
  },
};
