import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import type { Standing } from './standing.ts';
import { attempt, dated, oneOf } from './step.ts';
import type { Command, Desk, Dice } from './step.ts';

const payers = ['person', 'bank', 'cash'] as const;

const expenseOf = (desk: Desk, dice: Dice) => {
  const { entityId, categoryId, market } = desk;
  const { pick, size, isOther, percent } = dice;
  return {
    entityId,
    categoryId,
    description: 'Train',
    gross: size,
    taxRecoverable: isOther,
    taxAmount: Math.floor((size * Math.min(100, percent)) / 600),
    expenseDate: dated(desk, dice),
    paidBy: payers[pick % payers.length] ?? 'bank',
    ...(pick % 2
      ? {
          billable: true,
          clientId: market.clientIds[0] ?? '',
          pureAgent: isOther,
          taxCodeId: market.taxCodeIds[0] ?? '',
        }
      : {}),
  };
};

const someExpense = async (desk: Desk, { expenses: all }: Standing, dice: Dice, ...states: string[]) =>
  oneOf(all, ({ state }) => states.includes(state), dice) ??
  (await attempt(desk, expenses.create, expenseOf(desk, dice)));

async function submitted(desk: Desk, standing: Standing, dice: Dice) {
  const expense = await someExpense(desk, standing, dice, 'submitted');
  if (expense?.state !== 'draft') return expense;
  return attempt(desk, expenses.submit, { id: expense.id }, expense);
}

export const expenseCommands: Record<string, Command> = {
  async spend(desk, _standing, dice) {
    await attempt(desk, expenses.create, expenseOf(desk, dice));
    return null;
  },
  async editExpense(desk, standing, dice) {
    const one = await someExpense(desk, standing, dice, 'draft', 'rejected');
    if (one) await attempt(desk, expenses.edit, { ...expenseOf(desk, dice), id: one.id }, one);
    return null;
  },
  async removeExpense(desk, standing, dice) {
    const one = await someExpense(desk, standing, dice, 'draft', 'rejected');
    if (one) await attempt(desk, expenses.remove, { id: one.id }, one);
    return null;
  },
  async submit(desk, standing, dice) {
    await submitted(desk, standing, dice);
    return null;
  },
  async reject(desk, standing, dice) {
    const one = await submitted(desk, standing, dice);
    if (one)
      await attempt(desk, expenses.reject, { id: one.id, reason: 'Blurred' }, { ...one, by: desk.partner });
    return null;
  },
  async approve(desk, standing, dice) {
    const one = await submitted(desk, standing, dice);
    const date = dated(desk, dice);
    if (!one) return null;
    const by = dice.isWild ? desk.writer : desk.partner;
    if (dice.isOther)
      return (await attempt(desk, expenses.approve, { id: one.id, date }, { ...one, by })) && date;
    const input = { date, expenses: [{ id: one.id, version: one.version }] };
    const answer = await attempt(desk, expenses.approveMany, input, { by });
    return answer?.results.some(({ number }) => number !== undefined) ? date : null;
  },
  async withdraw(desk, standing, dice) {
    const one = await submitted(desk, standing, dice);
    if (one) await attempt(desk, expenses.withdraw, { id: one.id }, one);
    return null;
  },
  async reverseExpense(desk, { expenses: all }, dice) {
    const one = oneOf(all, ({ state }) => state === 'approved', dice);
    if (!one) return null;
    const date = dated(desk, dice);
    const by = dice.isWild ? desk.writer : desk.partner;
    const input = { id: one.id, date, reason: 'Entered twice' };
    return (await attempt(desk, expenses.reverse, input, { ...one, by })) && date;
  },
  async reimburse(desk, { expenses: all }, dice) {
    const one = oneOf(all, ({ state, paidBy }) => state === 'approved' && paidBy === 'person', dice);
    if (!one) return null;
    const date = dated(desk, dice);
    const by = desk.partner;
    return (await attempt(desk, expenses.reimburse, { id: one.id, date }, { ...one, by })) && date;
  },
};

export const lockCommands: Record<string, Command> = {
  async lock(desk, { lockedUntil }, dice) {
    const until = dice.isOther && lockedUntil !== null ? null : dated(desk, { ...dice, back: dice.back + 2 });
    await attempt(desk, periodLocks.move, { id: desk.entityId, lockedUntil: until, reason: 'Return filed' });
    return null;
  },
};
