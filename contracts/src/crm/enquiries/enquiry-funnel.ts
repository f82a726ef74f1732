import { z } from 'zod';
import { asReports, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { MinorUnits, PlainDate, Uuid } from '../../fields.ts';
import { exportFormat } from '../../lists.ts';
import { LostReason, usualSources } from '../../settings/enquiry-choices/enquiry-choices.ts';
import { KeyedService, enquiries } from './enquiries.ts';

export const funnelGroupings = ['month', 'source', 'owner', 'service'] as const;
export type FunnelGrouping = (typeof funnelGroupings)[number];

/** The stages whose length is measured; an enquiry that was won or lost no longer waits in one. */
export const waitingStages = ['new', 'contacted', 'qualified', 'proposal_sent', 'on_hold'] as const;

/** What became of the enquiries whose date is in the period (docs/rules.md#funnel-of-enquiries). */
export const FunnelFigures = z.object({
  enquiries: z.int(),
  /** How many reached this stage or a later one. */
  reached: z.object({ contacted: z.int(), qualified: z.int(), proposal_sent: z.int() }),
  open: z.int(),
  won: z.int(),
  lost: z.int(),
  lostBy: z.array(LostReason.extend({ count: z.int() })),
  /** The days that an enquiry spent in each stage, as an average of those that were in it; null if none was. */
  daysIn: z.object({
    new: z.number().nullable(),
    contacted: z.number().nullable(),
    qualified: z.number().nullable(),
    proposal_sent: z.number().nullable(),
    on_hold: z.number().nullable(),
  }),
  /** Expected values by currency, and how much of them was won; empty if the caller may not see amounts. */
  values: z.array(z.object({ currency: z.string(), amount: MinorUnits, won: MinorUnits })),
});
export type FunnelFigures = z.infer<typeof FunnelFigures>;

export const FunnelRow = FunnelFigures.extend({
  /** The first day of a month, the id of a record, or `none` for enquiries without a service. */
  id: z.string(),
  /** The name of a record; empty for a month, a usual source, and `none`. */
  label: z.string(),
  usual: z.enum(usualSources).nullable(),
});
export type FunnelRow = z.infer<typeof FunnelRow>;

/** The longest period of a report. */
export const mostMonths = 60;

const Input = z.object({
  filter: z
    .strictObject({
      /** Without a period, the last twelve months up to the present one. */
      from: PlainDate,
      to: PlainDate,
      by: z.enum(funnelGroupings),
      sourceId: Uuid,
      owner: Uuid,
      serviceId: KeyedService,
    })
    .partial()
    .default({}),
});

const read = { method: 'GET', allow: enquiries.list.allow } as const;

export const enquiryFunnel = asReports({
  /** The rows do not add up to the total by service, because an enquiry may concern several. */
  list: endpoint({
    ...read,
    path: '/enquiry-funnel',
    input: Input,
    output: z.object({
      period: z.object({ from: PlainDate, to: PlainDate }),
      total: FunnelFigures,
      rows: z.array(FunnelRow),
    }),
  }),
  export: endpoint({
    ...read,
    path: '/enquiry-funnel/export',
    file: true,
    input: Input.extend({ format: exportFormat }),
    output: fileOutput,
  }),
});

/** Won enquiries among all, in per cent; null without any. */
export const conversionOf = ({
  enquiries: all,
  won,
}: Pick<FunnelFigures, 'enquiries' | 'won'>): number | null =>
  all === 0 ? null : Math.round((won * 1000) / all) / 10;
