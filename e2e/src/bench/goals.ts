import { print } from './print.ts';

interface Goal {
  goal: string;
  measured: string;
  holds: boolean;
}

/** The goals at a million invoices with what was measured; printed once everything is measured. */
const goals: Goal[] = [];

export const measured = (goal: string, figure: string, holds: boolean): void => {
  goals.push({ goal, measured: figure, holds });
};

export function tellGoals(load: string): void {
  print(
    `The goals, and whether they hold; load ${load}`,
    goals.map(({ holds, ...goal }) => ({ ...goal, holds: holds ? 'holds' : 'DOES NOT HOLD' })),
  );
  const kept = goals.filter(({ holds }) => holds).length;
  console.log(`\n${kept} of ${goals.length} goals hold`);
}
