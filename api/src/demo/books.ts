import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { addDays } from '@daybook/contracts/plain-date';
import { monthBefore } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoEntity } from './entities.ts';

/** Closes the older months of the books, one after another. */
export async function closeBooks(
  { today }: Demo,
  entities: readonly DemoEntity[],
  admin: Person,
): Promise<void> {
  const lockedUntil = monthBefore(addDays(today, -270)).to;
  for (const { record } of entities) {
    for (const until of [monthBefore(lockedUntil).to, lockedUntil])
      await admin.call(periodLocks.move, { id: record.id, lockedUntil: until });
  }
}
