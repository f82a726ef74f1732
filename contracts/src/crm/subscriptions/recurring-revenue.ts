import { z } from 'zod';
import { asReports, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { exportFormat } from '../../lists.ts';

export const revenueGroupings = ['month', 'package', 'department'] as const;
export type RevenueGrouping = (typeof revenueGroupings)[number];

/** What led from the opening figure to the closing one, in the order of the report. */
export const movements = ['new', 'reactivated', 'expansion', 'contraction', 'paused', 'lost'] as const;
export type Movement = (typeof movements)[number];

/** Movements that lower the revenue. They are shown as amounts of their own, without a sign. */
export const lowering: readonly Movement[] = ['contraction', 'paused', 'lost'];

const figures = {
  currency: z.string(),
  opening: MinorUnits,
  ...(Object.fromEntries(movements.map((name) => [name, MinorUnits])) as Record<Movement, typeof MinorUnits>),
  closing: MinorUnits,
  /** How many clients pay at the end, how many came, and how many left. */
  clients: z.int(),
  joined: z.int(),
  left: z.int(),
};

export const RevenueFigures = z.object(figures);
export type RevenueFigures = z.infer<typeof RevenueFigures>;

export const RevenueRow = RevenueFigures.extend({
  /** The first day of a month, the id of a record, or `none` for services without a department; with the currency. */
  id: z.string(),
  key: z.string(),
  /** The name of a record; empty for a month and `none`. */
  label: z.string(),
});
export type RevenueRow = z.infer<typeof RevenueRow>;

/** The longest period of a report. */
export const mostRevenueMonths = 60;

const Input = z.object({
  filter: z
    .strictObject({
      /** Whole months: those that hold the days. Without a period, the last twelve months up to the present one. */
      from: PlainDate,
      to: PlainDate,
      by: z.enum(revenueGroupings),
      entityId: Uuid,
    })
    .partial()
    .default({}),
});

const read = { method: 'GET', allow: 'reports.collection_report' } as const;

/** The monthly revenue of subscriptions, without tax and after discounts, and how it moved (docs/rules.md#recurring-revenue). */
export const recurringRevenue = asReports({
  list: endpoint({
    ...read,
    path: '/recurring-revenue',
    input: Input,
    output: z.object({
      period: z.object({ from: PlainDate, to: PlainDate }),
      rows: z.array(RevenueRow),
      /** One for each currency. */
      totals: z.array(RevenueFigures),
      /** Recurring invoices without a package, which the figures leave out. */
      beside: z.object({
        total: z.int(),
        /** The first of them, with the net amount of their next invoice. */
        some: z.array(
          z.object({
            id: Uuid,
            title: z.string(),
            client: Reference,
            currency: z.string(),
            nextAmount: MinorUnits.nullable(),
          }),
        ),
      }),
    }),
  }),
  export: endpoint({
    ...read,
    path: '/recurring-revenue/export',
    file: true,
    input: Input.extend({ format: exportFormat }),
    output: fileOutput,
  }),
});
