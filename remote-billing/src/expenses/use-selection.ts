import { useState } from 'react';
import { isOpenTo, mayTake } from '@daybook/contracts/billing/expenses/expense-machine';
import type { ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { mostExpenses } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { usePerson } from './expense-words.ts';

type ManyStep = 'approve' | 'reimburse';

/** Expenses are paid together only if one entity owes them to one person. */
const isLike = (a: ExpenseRow, b: ExpenseRow): boolean =>
  a.claimant.id === b.claimant.id && a.entity.id === b.entity.id;

/** The selected expenses, which are all to be approved, or all to be paid to one person. The first one decides. */
export function useSelection(rows: readonly ExpenseRow[]) {
  const person = usePerson();
  const [picked, setPicked] = useState<readonly ExpenseRow[]>([]);
  const stepOf = (row: ExpenseRow): ManyStep | undefined =>
    (['approve', 'reimburse'] as const).find((step) => isOpenTo(row, step) && mayTake(row, step, person));
  // An expense that somebody approved, rejected or paid in the meantime is no longer selected.
  const live = picked.map((one) => rows.find(({ id }) => id === one.id) ?? one);
  const step = picked[0] && stepOf(picked[0]);
  const chosen = live.filter((one) => step !== undefined && stepOf(one) === step);
  const fits = (row: ExpenseRow): boolean => {
    const [first] = chosen;
    const next = stepOf(row);
    if (first === undefined || next === undefined) return next !== undefined;
    if (next !== step) return false;
    return step === 'approve' || (isLike(first, row) && chosen.length < mostExpenses);
  };
  return {
    step,
    chosen,
    isDisabled: (row: ExpenseRow) => !chosen.some(({ id }) => id === row.id) && !fits(row),
    choose: (keys: string[]) =>
      setPicked((before) => {
        const all = keys.flatMap((key) => [...rows, ...before].find(({ id }) => id === key) ?? []);
        const [first] = all;
        // The box above the column ticks every row that is enabled.
        return all.filter(
          (one) =>
            first !== undefined &&
            stepOf(one) === stepOf(first) &&
            (stepOf(first) === 'approve' || isLike(first, one)),
        );
      }),
    clear: () => setPicked([]),
  };
}
