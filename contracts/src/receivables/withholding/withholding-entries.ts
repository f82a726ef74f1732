import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import {
  ById,
  Instant,
  MinorUnits,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints, openEndpoint } from '../../usual-endpoints.ts';

/** `matched`: certified, and seen in the statement of the tax office. `taken_back`: nothing of it stands any more. */
export const withholdingStates = [
  'claimed',
  'part_certified',
  'certified',
  'matched',
  'disputed',
  'written_off',
  'taken_back',
] as const;
export type WithholdingState = (typeof withholdingStates)[number];

/** `awaited`: no certificate proves all of it yet. `late`: of these, the days of the billing entity have passed. */
export const withholdingTabs = ['awaited', 'late', 'certified', 'disputed', 'written_off', 'all'] as const;
export type WithholdingTab = (typeof withholdingTabs)[number];

export const quarters = ['1', '2', '3', '4'] as const;
/** The name of a fiscal year, such as 2025-26 or 2026. */
export const FiscalYearName = z.string().regex(/^\d{4}(-\d{2})?$/);

/** A quarter of the fiscal year of the billing entity. */
const period = { fy: FiscalYearName, quarter: z.int().min(1).max(4) };

const amounts = {
  amount: MinorUnits,
  certified: MinorUnits,
  writtenOff: MinorUnits,
  /** What neither a certificate proves nor a write-off gave up. */
  open: MinorUnits,
};

/** Where tax was withheld: from a receipt, or before the cut-over date. The record of an opening balance is the entry itself. */
export const WithheldSource = Reference.extend({ kind: z.enum(['receipt', 'opening']) });
export type WithheldSource = z.infer<typeof WithheldSource>;

/** What a client withheld from one receipt, or before the cut-over date, under one section of the law. */
export const WithholdingRow = z.object({
  id: Uuid,
  version: Version,
  /** The client whose tax it is. */
  client: Reference,
  entity: Reference,
  source: WithheldSource,
  invoices: z.array(Reference),
  section: z.string().nullable(),
  ...period,
  deductedOn: PlainDate,
  currency: z.string(),
  /** What the tax was computed on; null if no invoice says so. */
  base: MinorUnits.nullable(),
  rate: z.string().nullable(),
  ...amounts,
  state: z.enum(withholdingStates),
  /** The day from which a certificate that is not there is late; null if nothing is awaited. */
  dueOn: PlainDate.nullable(),
  isLate: z.boolean(),
  certificates: z.array(Reference),
});
export type WithholdingRow = z.infer<typeof WithholdingRow>;

export const WithholdingEntry = WithholdingRow.extend({
  note: z.string().nullable(),
  matchedOn: PlainDate.nullable(),
  disputedOn: PlainDate.nullable(),
  proofs: z.array(
    z.object({
      /** Of the match: a certificate may prove an entry again after it was released. */
      id: Uuid,
      certificate: Reference,
      date: PlainDate,
      amount: MinorUnits,
      hasFile: z.boolean(),
      /** Whether the certificate no longer proves this. */
      isReleased: z.boolean(),
    }),
  ),
  writeOffs: z.array(
    z.object({
      id: Uuid,
      amount: MinorUnits,
      date: PlainDate,
      reason: z.string(),
      reversedOn: PlainDate.nullable(),
    }),
  ),
  /** The states that it has had, the latest first. */
  changes: z.array(
    z.object({
      no: z.int(),
      state: z.enum(withholdingStates),
      amount: MinorUnits,
      certified: MinorUnits,
      writtenOff: MinorUnits,
      note: z.string().nullable(),
      at: Instant,
      by: z.string().nullable(),
    }),
  ),
});
export type WithholdingEntry = z.infer<typeof WithholdingEntry>;

const filter = {
  tab: z.enum(withholdingTabs),
  clientId: Uuid,
  entityId: Uuid,
  section: z.string().max(30),
  fy: FiscalYearName,
  quarter: z.enum(quarters),
  currency: CurrencyCode,
};

const Sums = z.array(z.object({ currency: z.string(), entries: z.int(), ...amounts }));

/** The totals of each currency, and the years and sections to filter by. */
export const WithholdingTotal = ListTotal.extend({
  sums: Sums,
  years: z.array(z.string()),
  sections: z.array(z.string()),
});
export type WithholdingTotal = z.infer<typeof WithholdingTotal>;

/** What one client withheld in one quarter. */
export const WithheldQuarter = z.object({
  id: z.string(),
  client: Reference,
  ...period,
  currency: z.string(),
  entries: z.int(),
  ...amounts,
});
export type WithheldQuarter = z.infer<typeof WithheldQuarter>;

const path = '/withholding-entries';
const view = 'receipts.view';
const step = { method: 'POST', versioned: true, output: WithholdingEntry } as const;
const mark = { ...step, allow: 'receipts.add' } as const;
const admin = { ...step, allow: forAdmins };

/** The register of tax withheld (docs/rules.md#withholding-register). */
export const withholdingEntries = {
  ...listEndpoints(path, view, {
    query: listQuery(['-date', 'date'], filter),
    row: WithholdingRow,
    total: WithholdingTotal,
  }),
  open: openEndpoint(path, view, WithholdingEntry),
  /** Another day of deduction, and by it another quarter; not once something is certified. */
  move: endpoint({ ...mark, path: `${path}/:id/move`, input: ById.extend({ deductedOn: PlainDate }) }),
  /** Certified tax was seen in the statement of the tax office. */
  match: endpoint({ ...mark, path: `${path}/:id/match`, input: ById.extend({ date: PlainDate }) }),
  unmatch: endpoint({ ...mark, path: `${path}/:id/unmatch`, input: ById }),
  dispute: endpoint({
    ...mark,
    path: `${path}/:id/dispute`,
    input: ById.extend({ note: requiredText(500) }),
  }),
  settle: endpoint({ ...mark, path: `${path}/:id/settle`, input: ById.extend({ note: optionalText(500) }) }),
  /** Gives up what no certificate proves, as bad debt on a date. */
  writeOff: endpoint({
    ...admin,
    path: `${path}/:id/write-off`,
    input: ById.extend({ date: PlainDate, reason: requiredText(500) }),
  }),
  takeBackWriteOff: endpoint({
    ...admin,
    path: `${path}/:id/take-back-write-off`,
    input: ById.extend({ date: PlainDate }),
  }),
};

/** The register by client and quarter. */
export const withheldQuarters = listEndpoints('/withholding-quarters', view, {
  query: listQuery(['client', '-client', '-quarter', 'quarter'], filter),
  row: WithheldQuarter,
  total: WithholdingTotal,
});
