import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileOutput } from '../file-output.ts';
import type { Allow } from '../endpoint.ts';
import { kindsWith } from '../entities.ts';
import { ById, Instant, OwnId, Reference, Uuid, Version, requiredText } from '../fields.ts';
import { ListTotal, listQuery, pageOf, several } from '../lists.ts';
import { openEndpoint } from '../usual-endpoints.ts';

export const importKinds = ['clients', 'enquiries', 'openings'] as const;
export type ImportKindName = (typeof importKinds)[number];

export const mostImportBytes = 10 * 1024 * 1024;
export const mostImportRows = 20_000;
export const mostImportColumns = 200;
/** How long an import can be undone. */
export const undoDays = 7;

/** What a row would do. `left`: the rules leave the row out. */
export const importRowStates = ['new', 'changed', 'same', 'left', 'refused'] as const;
export type ImportRowState = (typeof importRowStates)[number];
/** What a row did. */
export const importOutcomes = ['made', 'changed', 'same', 'left', 'refused'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** `cancelled`: the job was stopped; the rest can still be run. */
export const importStatuses = [
  'read',
  'checked',
  'running',
  'cancelled',
  'done',
  'undoing',
  'undone',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What is said of a row, at a column or of the row as a whole. */
const Remark = z.object({
  /** The field, and its name in the caller's language. */
  field: z.string().nullable(),
  label: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  /** What the row has in that column; null without a column, and for an empty cell. */
  value: z.string().nullable(),
});
export type ImportRemark = z.infer<typeof Remark>;

export const ImportRow = z.object({
  /** The number of the row in the file, as a spreadsheet shows it. */
  id: z.string(),
  name: z.string(),
  state: z.enum(importRowStates),
  /** The record that the row names or made; null if there is none, or the caller may not see it. */
  record: Reference.extend({ kind: z.enum(kindsWith('record')) }).nullable(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  /** What a new record gets although the row does not say it. */
  defaults: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
  faults: z.array(Remark),
  warnings: z.array(Remark),
  /** Null until the row was run. */
  outcome: z.enum(importOutcomes).nullable(),
  /** Null unless the import was undone; a record that someone has used or changed since is kept. */
  undo: z.enum(['undone', 'kept']).nullable(),
  undoReason: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const count = z.int();

export const ImportSummary = z.object({
  id: Uuid,
  version: Version,
  fileName: z.string(),
  status: z.enum(importStatuses),
  by: z.string(),
  at: Instant,
  rows: count,
  /** The number of rows by what they would do; zeros before the dry run. `warned` counts some of them again. */
  counts: z.object({
    new: count,
    changed: count,
    same: count,
    left: count,
    refused: count,
    warned: count,
  }),
  /** The number of rows by what they did. */
  outcomes: z.object({ made: count, changed: count, same: count, left: count, refused: count }),
  /** What the rows make beside their records: subscriptions, and those of their invoices that are due by the day of the dry run. */
  alsoMakes: z.object({ subscriptions: count, invoices: count }),
  undone: count,
  kept: count,
  /** Until when the import can be undone; null if it cannot. */
  undoUntil: Instant.nullable(),
});
export type ImportSummary = z.infer<typeof ImportSummary>;

/** The field of each column of the file; an empty one is left out. */
const Columns = z
  .array(
    z
      .string()
      .max(60)
      .nullable()
      .transform((field) => field || null),
  )
  .max(mostImportColumns);

const importOf = <Rules extends z.ZodType>(rules: Rules) =>
  ImportSummary.extend({
    /** The sheet that was read, and the number of other visible sheets, which are not read. */
    sheet: z.string().nullable(),
    otherSheets: z.int(),
    headings: z.array(z.string()),
    /** The first rows of the file. */
    samples: z.array(z.array(z.string())),
    /** The field of each column; null if it is left out. */
    columns: Columns,
    /** The fields that a column can be, in the caller's language. */
    fields: z.array(z.object({ name: z.string(), label: z.string() })),
    rules,
    /** Whether refused rows were left out; null before the run. */
    onlyValid: z.boolean().nullable(),
    jobId: Uuid.nullable(),
  });

const RowQuery = listQuery(['no', '-no'], {
  state: several(z.enum(importRowStates)),
  outcome: several(z.enum(importOutcomes)),
  /** Only rows with a warning. */
  warned: z.stringbool(),
}).extend({ id: Uuid });

/** The endpoints of the imports of one kind of record, under a path of their own. */
export function importEndpoints<Rules extends z.ZodObject>(path: string, allow: Allow, rules: Rules) {
  const Import = importOf(rules);
  const rows = { method: 'GET', allow, input: RowQuery } as const;
  const list = { method: 'GET', allow, input: listQuery(['-at', 'at'], {}).omit({ q: true }) } as const;
  return {
    /** The caller's own imports of the last 30 days; admins see everybody's. */
    list: endpoint({ ...list, path, output: pageOf(ImportSummary) }),
    total: endpoint({ ...list, path: `${path}/total`, output: ListTotal }),
    open: openEndpoint(path, allow, Import),
    /** Reads a workbook or CSV, and finds the field of each column by its heading. Nothing is imported yet. */
    upload: endpoint({
      method: 'POST',
      path,
      allow,
      upload: true,
      input: z.object({ id: OwnId, name: requiredText(200) }),
      output: Import,
    }),
    /** The dry run: what each row would do by this mapping and these rules. The firm's next file is mapped alike. */
    check: endpoint({
      method: 'POST',
      path: `${path}/:id/check`,
      allow,
      input: ById.extend({ columns: Columns, rules }),
      output: Import,
    }),
    rows: endpoint({ ...rows, path: `${path}/:id/rows`, output: pageOf(ImportRow) }),
    rowsTotal: endpoint({ ...rows, path: `${path}/:id/rows/total`, output: ListTotal }),
    /**
     * Imports in the background what the dry run of this version found. Without `onlyValid`, a refused row prevents the import.
     * Runs the rest of an import whose job was stopped.
     */
    run: endpoint({
      method: 'POST',
      path: `${path}/:id/run`,
      allow,
      versioned: true,
      input: ById.extend({ onlyValid: z.boolean().default(false) }),
      output: Import,
    }),
    /** Deletes what the import made and gives back what it changed, unless someone has used or changed it since. */
    undo: endpoint({ method: 'POST', path: `${path}/:id/undo`, allow, input: ById, output: Import }),
    /** The result as a workbook: the number of each row, what it did, and why not. */
    result: endpoint({
      method: 'GET',
      path: `${path}/:id/result`,
      allow,
      file: true,
      recorded: true,
      input: ById,
      output: fileOutput,
    }),
    /** An empty workbook with the headings, an explanation of each, and the allowed values, in the caller's language. */
    template: endpoint({
      method: 'GET',
      path: `${path}/template`,
      allow,
      file: true,
      input: z.object({}),
      output: fileOutput,
    }),
  };
}
export type ImportEndpoints = ReturnType<typeof importEndpoints>;
