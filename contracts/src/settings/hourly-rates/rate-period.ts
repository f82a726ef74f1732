import type { z } from 'zod';
import { PlainDate } from '../../fields.ts';

/** The days on which a rate is valid, both inclusive; without the last one, until further notice. */
export const ratePeriod = {
  validFrom: PlainDate,
  validTo: PlainDate.nullish().transform((value) => value ?? null),
};

export function checkDays(
  { validFrom, validTo }: { validFrom: string; validTo: string | null },
  context: z.RefinementCtx,
): void {
  if (validTo !== null && validTo < validFrom)
    context.addIssue({ code: 'custom', path: ['validTo'], message: 'DATE_ORDER' });
}
