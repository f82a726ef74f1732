import { z } from 'zod';
import { Found, foundKinds } from '@daybook/contracts/search';

/** Something the search leads to: a screen, or a record of one of the kinds. */
const Target = z.object({
  kind: z.enum(['screen', ...foundKinds]),
  path: z.string(),
  label: z.string(),
  detail: z.string(),
  amount: Found.shape.amount,
});
export type Target = z.infer<typeof Target>;

const most = 6;

// They name clients and amounts, so they are each person's own and gone with a sign-out, as all of sessionStorage is.
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
    // A browser without room keeps none; the search itself goes on working.
    sessionStorage.removeItem(keyOf(userId));
  }
}
