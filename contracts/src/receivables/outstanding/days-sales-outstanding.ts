import { z } from 'zod';
import { asReports, endpoint } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Uuid } from '../../fields.ts';

/** The number of days whose billing the receivables are compared with. */
export const salesDays = 90;

const OfCurrency = z.object({
  currency: z.string(),
  /** The ends of the last twelve whole months, the latest last. */
  months: z.array(
    z.object({
      on: PlainDate,
      /** What clients owed on that day, opening balances included, without what is unapplied. */
      receivable: MinorUnits,
      /** Billed less credited in the last 90 days, with tax, by issue date; without opening balances. */
      billed: MinorUnits,
      /** `receivable` ÷ `billed` × 90; null if nothing was billed, and until the books are 90 days old. */
      days: z.number().nullable(),
    }),
  ),
});
export type DaysSalesOutstanding = z.infer<typeof OfCurrency>;

/** How many days of billing the receivables stand for (docs/rules.md#days-sales-outstanding). */
export const daysSalesOutstanding = asReports({
  open: endpoint({
    method: 'GET',
    path: '/outstanding/days-sales-outstanding',
    allow: 'followup.client_outstanding_report',
    /** `entityId`: only what this billing entity billed. */
    input: z.object({ today: PlainDate, entityId: Uuid.optional() }),
    output: z.object({ currencies: z.array(OfCurrency) }),
  }),
});
