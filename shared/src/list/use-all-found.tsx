import { useState } from 'react';

/**
 * Whether a person chose all that the list finds, and how they do. It holds for what is ticked and found at that moment: with another
 * tick or filter it would reach records that they did not mean.
 */
export function useAllFound(ids: readonly string[], found: object): [isAll: boolean, chooseAll: () => void] {
  const now = JSON.stringify([ids, found]);
  const [chosenAt, setChosenAt] = useState<string | null>(null);
  return [chosenAt === now, () => setChosenAt(now)];
}
