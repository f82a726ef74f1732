import { z } from 'zod';
import { Amount, MinorUnits, PlainDate, Uuid } from '../../fields.ts';
import { NOTHING, add, least, subtract, type Minor } from '../../money/money.ts';

/** Part of a receipt that an invoice names as paid before. */
export const AdvanceInput = z.strictObject({ receiptId: Uuid, amount: Amount.min(1) });
export type AdvanceInput = z.output<typeof AdvanceInput>;

/** A receipt of the client with an unallocated amount that an invoice may name as paid before. */
export const OpenAdvance = z.object({
  receiptId: Uuid,
  number: z.string(),
  date: PlainDate,
  currency: z.string(),
  available: MinorUnits,
});
export type OpenAdvance = z.infer<typeof OpenAdvance>;

interface Prepaid {
  currency: string;
  prepaid: Minor;
  advances: readonly AdvanceInput[];
}

/**
 * The receipts that `prepaid` is taken from: first those that the invoice names, then `held` in its order, if the
 * currency is the invoice's. Null if the receipts hold less than `prepaid`.
 */
export function advancesOf(
  { currency, prepaid, advances }: Prepaid,
  held: readonly OpenAdvance[],
): AdvanceInput[] | null {
  const left = new Map(
    held.filter((one) => one.currency === currency).map((one) => [one.receiptId, one.available]),
  );
  const taken = new Map<string, Minor>();
  let rest = prepaid;
  const take = (receiptId: string, most: Minor): void => {
    const amount = least(most, rest, left.get(receiptId) ?? NOTHING);
    if (amount <= 0) return;
    left.set(receiptId, subtract(left.get(receiptId) ?? NOTHING, amount));
    taken.set(receiptId, add(taken.get(receiptId) ?? NOTHING, amount));
    rest = subtract(rest, amount);
  };
  for (const { receiptId, amount } of advances) {
    if (amount > (left.get(receiptId) ?? NOTHING)) return null;
    take(receiptId, amount);
  }
  for (const receiptId of left.keys()) take(receiptId, rest);
  return rest > 0 ? null : [...taken].map(([receiptId, amount]) => ({ receiptId, amount }));
}
