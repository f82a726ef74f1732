import { z } from 'zod';
import { Found, foundKinds } from '@daybook/contracts/search';

/** A target of the search: a screen, or a record of one of the kinds. */
const Target = z.object({
  kind: z.enum(['screen', ...foundKinds]),
  path: z.string(),
  label: z.string(),
  detail: z.string(),
  amount: Found.shape.amount,
});
export type Target = z.infer<typeof Target>;

const most = 6;

// Targets name clients and amounts, so each person has their own, and signing out clears them with the rest of sessionStorage.
const keyOf = (userId: string): string => `recent:${userId}`;

export function recentsOf(userId: string): Target[] {
  try {
    return z.array(Target).parse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, target: Target): void {
  const others = recentsOf(userId).filter(({ path }) => path !== target.path);
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([target, ...others].slice(0, most)));
  } catch {
    // If the browser has no room left, nothing is remembered and the search itself still works.
    sessionStorage.removeItem(keyOf(userId));
  }
}
