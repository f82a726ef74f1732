import { z } from 'zod';
import { MinorUnits } from '../../fields.ts';
import { sum } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';

/** Whether a billing entity warns of an invoice above the client's credit limit, or refuses to issue it. */
export const CreditLimitRule = z.enum(['warn', 'block']);

/** How much of a client's credit limit is used. Only amounts in the client's own currency count towards it. */
export const Credit = z.object({
  currency: z.string(),
  rule: CreditLimitRule,
  /** `balance`: what the client owes to all billing entities, less what is not allocated yet. Null if the caller may not see amounts. */
  figures: z
    .object({
      limit: MinorUnits,
      balance: MinorUnits,
      /** Other currencies, which are not converted. */
      others: z.array(z.object({ currency: z.string(), balance: MinorUnits })),
    })
    .nullable(),
});
export type Credit = z.infer<typeof Credit>;

/** Whether an invoice of this total would bring the client above the limit. */
export const exceedsLimit = ({ limit, balance }: { limit: Minor; balance: Minor }, total: Minor): boolean =>
  sum([balance, total]) > limit;
