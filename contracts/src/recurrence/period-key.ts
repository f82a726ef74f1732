import { z } from 'zod';
import { PlainDate } from '../fields.ts';
import type { Period } from './period.ts';

/** How a filing names a period: by both its days, for October is not the quarter that begins with it. */
export const periodKeyOf = ({ from, to }: Period): string => `${from}--${to}`;

export const periodOfKey = (key: string): Period => ({ from: key.slice(0, 10), to: key.slice(-10) });

const form = /^\d{4}-\d{2}-\d{2}--\d{4}-\d{2}-\d{2}$/;

/** Written as ISO 8601 writes an interval where no slash can stand, as in an address. */
export const PeriodKey = z
  .string()
  .regex(form)
  .refine((key) => {
    // What is no key at all is told as such.
    if (!form.test(key)) return true;
    const { from, to } = periodOfKey(key);
    return from <= to && [from, to].every((day) => PlainDate.safeParse(day).success);
  }, 'NOT_A_CHOICE');
