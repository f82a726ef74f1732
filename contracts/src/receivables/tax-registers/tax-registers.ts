import { z } from 'zod';
import { asReports, endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { Instant, MinorUnits, OwnId, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { Regime } from '../../settings/billing-entities/regimes.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { taxRegisterKinds } from './tax-rows.ts';
import { taxSheets } from './tax-sheets.ts';

/** How a column is shown: amounts are in the base currency of the billing entity. */
const taxColumnKinds = ['text', 'date', 'money', 'rate', 'count'] as const;

export const TaxColumn = z.object({
  id: z.string(),
  /** In the caller's language. */
  label: z.string(),
  kind: z.enum(taxColumnKinds),
});
export type TaxColumn = z.infer<typeof TaxColumn>;

/** A row of a sheet: a cell for each of its columns, and the document that it shows. */
export const TaxSheetRow = z.object({
  id: z.string(),
  cells: z.array(z.union([z.string(), z.number(), z.null()])),
  document: z.object({ kind: z.enum(['invoice', 'credit_note', 'receipt', 'expense']), id: Uuid }).nullable(),
});
export type TaxSheetRow = z.infer<typeof TaxSheetRow>;

/** A component of the tax: what the register adds up to, and what its accounts in the ledger moved by. */
export const TaxComparison = z.object({
  /** Empty for input tax, which has one account. */
  component: z.string(),
  register: MinorUnits,
  /** By documents. */
  ledger: MinorUnits,
  /**
   * Where tax falls due by payment: what documents posted in the period and did not fall due in it, less what fell due of earlier ones.
   * What was written off never falls due.
   */
  deferred: MinorUnits,
  /** Where tax falls due by payment: the tax in what is still open on the last day. */
  open: MinorUnits,
  /** The register and what was deferred, less the ledger; anything but zero is a fault. */
  difference: MinorUnits,
  /** By other entries, such as the payment of the tax. */
  others: MinorUnits,
});
export type TaxComparison = z.infer<typeof TaxComparison>;

/** A period that was marked as exported for a return. */
export const TaxExport = z.object({
  id: Uuid,
  from: PlainDate,
  to: PlainDate,
  at: Instant,
  by: z.string().nullable(),
  taxes: z.array(z.object({ name: z.string(), tax: MinorUnits })),
});
export type TaxExport = z.infer<typeof TaxExport>;

const filter = {
  /** Absent: the first active billing entity by name. */
  entityId: Uuid,
  register: z.enum(taxRegisterKinds),
  /** Absent: the month before the current one. */
  from: PlainDate,
  to: PlainDate,
  /** Absent: the first sheet of the register. */
  sheet: z.enum(taxSheets),
};

const TaxRegisterQuery = listQuery(['row'], filter);

export const TaxRegisterTotal = ListTotal.extend({
  entity: Reference,
  regime: Regime,
  currency: z.string(),
  period: z.object({ from: PlainDate, to: PlainDate }),
  /** The sheets of the register, with their numbers of rows. */
  sheets: z.array(z.object({ id: z.enum(taxSheets), label: z.string(), rows: z.int() })),
  sheet: z.enum(taxSheets),
  columns: z.array(TaxColumn),
  comparison: z.array(TaxComparison),
  /** Newest first; those that overlap the period, at most twenty. */
  exports: z.array(TaxExport),
});
export type TaxRegisterTotal = z.infer<typeof TaxRegisterTotal>;

/** Only for people who see everything: a part of a return would be a wrong return. */
/** The tax registers of a billing entity, sheet by sheet as its return asks for them (docs/rules.md#tax-registers). */
export const taxRegisters = {
  ...asReports({
    ...listEndpoints('/tax-registers', forAdmins, {
      query: TaxRegisterQuery,
      row: TaxSheetRow,
      total: TaxRegisterTotal,
    }),
    /** All sheets of the register as one workbook. */
    workbook: endpoint({
      method: 'GET',
      path: '/tax-registers/workbook',
      allow: forAdmins,
      file: true,
      recorded: true,
      input: TaxRegisterQuery.omit({ cursor: true, pageSize: true, sort: true, q: true }),
      output: fileOutput,
    }),
  }),
  /** Marks a period as exported. Later changes inside it are then listed apart. */
  mark: endpoint({
    method: 'POST',
    path: '/tax-registers/exports',
    allow: forAdmins,
    input: z.object({
      id: OwnId,
      entityId: Uuid,
      register: z.enum(taxRegisterKinds),
      from: PlainDate,
      to: PlainDate,
      /** Also closes the period up to its last day, unless it is closed already. */
      closePeriod: z.boolean().default(false),
    }),
    output: TaxExport,
  }),
};
