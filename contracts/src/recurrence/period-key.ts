import { z } from 'zod';
import { PlainDate } from '../fields.ts';
import type { Period } from './period.ts';

/** How a filing names a period: by its first and last day, because a month and a quarter can begin on the same day. */
export const periodKeyOf = ({ from, to }: Period): string => `${from}--${to}`;

export const periodOfKey = (key: string): Period => ({ from: key.slice(0, 10), to: key.slice(-10) });

const form = /^\d{4}-\d{2}-\d{2}--\d{4}-\d{2}-\d{2}$/;

/** An ISO 8601 interval in the form without a slash, so that it can be part of an address. */
export const PeriodKey = z
  .string()
  .regex(form)
  .refine((key) => {
    // A malformed key is refused by its own code only.
    if (!form.test(key)) return true;
    const { from, to } = periodOfKey(key);
    return from <= to && [from, to].every((day) => PlainDate.safeParse(day).success);
  }, 'NOT_A_CHOICE');
