import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf } from './step.ts';
import type { Command, Fixture, Dice } from './step.ts';

const payers = ['person', 'bank', 'cash'] as const;

/** The tax of a purchase: as the server proposes it, at two rates, or owed by the firm. */
function taxOf({ market }: Fixture, { pick, size, isOther, percent }: Dice) {
  const taxAmount = Math.floor((size * Math.min(100, percent)) / 600);
  const [rate = '5'] = market.rates;
  const issuer = { qualifiedIssuer: isOther };
  if (pick % 5 === 2 && !(isOther && pick % 2))
    return { taxAmount: 0, reverseCharge: true, inputTax: [{ rate }], ...issuer };
  if (pick % 5 !== 3) return { taxAmount, ...issuer };
  const part = Math.floor((size - taxAmount) / 2);
  const inputTax = [
    { rate, net: part, tax: taxAmount },
    { rate: '0', category: 'O' as const, net: size - taxAmount - part },
  ];
  return { taxAmount, inputTax, ...issuer };
}

const expenseOf = (fixture: Fixture, dice: Dice) => {
  const { entityId, categoryId, departmentIds, market } = fixture;
  const { pick, size, isOther, percent } = dice;
  return {
    entityId,
    categoryId,
    description: 'Train',
    departmentId: departmentIds[percent % 3] ?? null,
    gross: size,
    taxRecoverable: isOther,
    ...taxOf(fixture, dice),
    expenseDate: dated(fixture, dice),
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

const someExpense = async (
  fixture: Fixture,
  { expenses: all }: Documents,
  dice: Dice,
  ...statuses: string[]
) =>
  oneOf(all, ({ status }) => statuses.includes(status), dice) ??
  (await attempt(fixture, expenses.create, expenseOf(fixture, dice)));

async function submitted(fixture: Fixture, documents: Documents, dice: Dice) {
  const expense = await someExpense(fixture, documents, dice, 'submitted');
  if (expense?.status !== 'draft') return expense;
  return attempt(fixture, expenses.submit, { id: expense.id }, expense);
}

export const expenseCommands: Record<string, Command> = {
  async spend(fixture, _standing, dice) {
    await attempt(fixture, expenses.create, expenseOf(fixture, dice));
    return null;
  },
  async editExpense(fixture, documents, dice) {
    const one = await someExpense(fixture, documents, dice, 'draft', 'rejected');
    if (one) await attempt(fixture, expenses.edit, { ...expenseOf(fixture, dice), id: one.id }, one);
    return null;
  },
  async removeExpense(fixture, documents, dice) {
    const one = await someExpense(fixture, documents, dice, 'draft', 'rejected');
    if (one) await attempt(fixture, expenses.remove, { id: one.id }, one);
    return null;
  },
  async submit(fixture, documents, dice) {
    await submitted(fixture, documents, dice);
    return null;
  },
  async reject(fixture, documents, dice) {
    const one = await submitted(fixture, documents, dice);
    if (one)
      await attempt(
        fixture,
        expenses.reject,
        { id: one.id, reason: 'Blurred' },
        { ...one, by: fixture.partner },
      );
    return null;
  },
  async approve(fixture, documents, dice) {
    const one = await submitted(fixture, documents, dice);
    const date = dated(fixture, dice);
    if (!one) return null;
    const by = dice.isWild ? fixture.writer : fixture.partner;
    if (dice.isOther)
      return (await attempt(fixture, expenses.approve, { id: one.id, date }, { ...one, by })) && date;
    const input = { date, expenses: [{ id: one.id, version: one.version }] };
    const answer = await attempt(fixture, expenses.approveMany, input, { by });
    return answer?.results.some(({ number }) => number !== undefined) ? date : null;
  },
  async withdraw(fixture, documents, dice) {
    const one = await submitted(fixture, documents, dice);
    if (one) await attempt(fixture, expenses.withdraw, { id: one.id }, one);
    return null;
  },
  async reverseExpense(fixture, { expenses: all }, dice) {
    const one = oneOf(all, ({ status }) => status === 'approved', dice);
    if (!one) return null;
    const date = dated(fixture, dice);
    const by = dice.isWild ? fixture.writer : fixture.partner;
    const input = { id: one.id, date, reason: 'Entered twice' };
    return (await attempt(fixture, expenses.reverse, input, { ...one, by })) && date;
  },
  async reimburse(fixture, { expenses: all }, dice) {
    const one = oneOf(all, ({ status, paidBy }) => status === 'approved' && paidBy === 'person', dice);
    if (!one) return null;
    const date = dated(fixture, dice);
    const by = fixture.partner;
    return (await attempt(fixture, expenses.reimburse, { id: one.id, date }, { ...one, by })) && date;
  },
};

export const lockCommands: Record<string, Command> = {
  async lock(fixture, { lockedUntil }, dice) {
    const until =
      dice.isOther && lockedUntil !== null ? null : dated(fixture, { ...dice, back: dice.back + 2 });
    await attempt(fixture, periodLocks.move, {
      id: fixture.entityId,
      lockedUntil: until,
      reason: 'Return filed',
    });
    return null;
  },
};
