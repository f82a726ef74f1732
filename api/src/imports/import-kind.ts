import type { Language } from '@daybook/contracts/fields';
import type {
  ImportEndpoints,
  ImportKindName,
  ImportOutcome,
  ImportRow,
  ImportRowState,
  ImportSummary,
} from '@daybook/contracts/imports/imports';
import type { JobKindName } from '@daybook/contracts/jobs/jobs';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/** What is said of a row, at a field or of the row as a whole. */
export interface Remark {
  field: string | null;
  code: string;
  params?: Record<string, string | number>;
}

export interface Change {
  field: string;
  before: string;
  after: string;
}

/** A field and the text that it gets without a cell. */
export interface Default {
  field: string;
  value: string;
}

/** Subscriptions, and those of their invoices that are due by the day of the dry run. */
export type AlsoMade = ImportSummary['alsoMakes'];

/** A row of a file: the text of each field that has a column. */
export interface GivenRow {
  no: number;
  cells: ReadonlyMap<string, string>;
}

/** What a row would do. `plan` is what the kind needs to carry it out. */
export interface Judged<Plan> {
  no: number;
  name: string;
  state: ImportRowState;
  /** The record that the row names, and its version, or a number for what the row would store. */
  recordId: string | null;
  seen: number | null;
  faults: Remark[];
  warnings: Remark[];
  changes: Change[];
  /** What a new record gets although the row does not say it. */
  defaults?: Default[];
  /** What the row makes beside its record. */
  alsoMakes?: AlsoMade | null;
  plan: Plan | null;
}

/** What a row did. */
export interface Written {
  no: number;
  outcome: Extract<ImportOutcome, 'made' | 'changed'>;
  recordId: string;
  version: number;
  /** The record as it was before, for the undo. */
  before: unknown;
}

export interface RowToUndo {
  no: number;
  outcome: 'made' | 'changed';
  recordId: string;
  version: number;
  before: unknown;
}

export interface ImportRun<Rules> {
  user: CurrentUser;
  language: Language;
  rules: Rules;
  importId: string;
  /** The hash of the file. */
  sha256: Buffer;
  /** The field of each column. */
  columns: readonly (string | null)[];
  /** The dry run also looks for possible duplicates. */
  isDryRun: boolean;
}

/** Judges the rows of one file in turn, and remembers those that it has seen. */
export interface Judge<Plan> {
  judge(rows: readonly GivenRow[]): Promise<Judged<Plan>[]>;
  write(rows: readonly Judged<Plan>[]): Promise<Written[]>;
}

/**
 * What an import of one kind of record knows. The engine reads files, keeps rows and results, and runs in the background; the
 * feature says what a row means, by the rules of its single commands.
 */
export interface ImportKind<Rules = unknown, Plan = unknown> {
  name: ImportKindName;
  endpoints: ImportEndpoints;
  job: JobKindName;
  undoJob: JobKindName;
  fields: readonly string[];
  labelOf(field: string, language: Language): string;
  /** The text of a field in the reader's words, where the field has fixed values. */
  inWords(field: string, text: string, language: Language): string;
  /** The field of a heading as it is compared (headings.ts). */
  headings: ReadonlyMap<string, string>;
  /** The rules, as they were stored. */
  rulesOf(stored: unknown): Rules;
  /** Refuses rules that the columns do not serve. */
  checkRules(db: Db, user: CurrentUser, rules: Rules, columns: readonly (string | null)[]): Promise<void>;
  begin(db: Db, run: ImportRun<Rules>): Promise<Judge<Plan>>;
  /** Takes rows back; why not, by the numbers of the rows that are kept. */
  undo(db: Db, user: CurrentUser, rows: readonly RowToUndo[], importId: string): Promise<Map<number, string>>;
  /** Removes what the import made beside its records, if nothing uses it any more. */
  tidy(db: Db, importId: string): Promise<void>;
  /** Tells people what a part of the import assigned to them. */
  tell(db: Db, importId: string, rows: readonly Written[]): Promise<void>;
  /** The records that the caller may see. */
  shown(db: Db, user: CurrentUser, ids: readonly string[]): Promise<Map<string, ShownRecord>>;
  template(language: Language): TemplateColumn[];
}

/** A record as a row shows it; its kind leads to its screen. */
export type ShownRecord = Omit<NonNullable<ImportRow['record']>, 'id'>;

/** A column of the template, with the explanation and the allowed values. */
export interface TemplateColumn {
  heading: string;
  hint: string;
  values: readonly string[];
}
