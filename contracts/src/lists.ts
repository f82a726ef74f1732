import { z } from 'zod';
import { MinorUnits, text } from './fields.ts';

export const pageSizes = [20, 50, 100] as const;

/** The parts that every list query has: the keyset cursor (`end` opens the last page), the page size and the search text. */
const listFields = {
  cursor: z.string().max(1000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  q: text(200).optional(),
};

/**
 * The query of a list. `sort` is one of the sorts that an index serves; a leading `-` reverses it. `filter` has the
 * list's own filters, written `filter[status]=draft` in the address.
 */
export const listQuery = <const Sort extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: Sort,
  filter: F,
) =>
  z.object({
    ...listFields,
    sort: z.enum(sorts).default(sorts[0] as z.core.util.ToEnum<Sort[number]>[Sort[number]]),
    filter: z
      .strictObject(filter)
      .partial()
      .default({} as never),
  });

/** A filter with several choices. A single choice arrives without an array. */
export const several = <Choice extends z.ZodEnum>(choice: Choice) =>
  z.union([choice.transform((one) => [one]), z.array(choice).max(choice.options.length)]);

/** The rows of a page, and the cursors of the previous and next page; null if there is none. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    pageSize: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  });

export interface Page<Row> {
  rows: Row[];
  pageSize: number;
  next: string | null;
  previous: string | null;
}

/**
 * The number of records that a filter finds: exact up to 10,000, then capped (docs/rules.md#lists). It is a call of its
 * own, so that a list never waits for it.
 */
export const ListTotal = z.object({ total: z.int(), isCapped: z.boolean() });
export const totalCap = 10_000;

/** Adds the sums by currency, and how much of each is outstanding. There are no sums above the cap. */
export const MoneyTotal = ListTotal.extend({
  sums: z.array(z.object({ currency: z.string(), amount: MinorUnits, open: MinorUnits })),
});
export type MoneyTotal = z.infer<typeof MoneyTotal>;

export const exportFormat = z.enum(['xlsx', 'csv']);
