import { setImmediate as others } from 'node:timers/promises';
import type { EnquiryImportRules } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { holds } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { changesOf, defaultsOf } from '../../../imports/changed-fields.ts';
import type { Change, GivenRow, ImportRun, Judge, Judged, Remark } from '../../../imports/import-kind.ts';
import type { Match, Matches } from '../../../imports/match.ts';
import { choiceName } from '../choice-name.ts';
import { getEnquiries } from '../enquiries.queries.ts';
import { readEnquiryChoices, readReferrers } from './enquiry-choices.queries.ts';
import type { EnquiryChoices } from './enquiry-choices.queries.ts';
import { fieldsOfEnquiry, textsOfFields } from './enquiry-texts.ts';
import {
  enquiriesByNumber,
  enquiriesMadeBy,
  liveEnquiriesByEmail,
  notesOfEnquiries,
} from './match-enquiries.queries.ts';
import { readEnquiryRow } from './read-enquiry-row.ts';
import type { EnquiryContext, EnquiryFields, StoredEnquiry } from './read-enquiry-row.ts';
import type { Stage } from './read-stage.ts';
import { EnquiryDuplicates } from './warn-of-duplicates.ts';
import { writeEnquiries } from './write-enquiries.ts';

/** So many rows are judged before other requests are served. */
const atOnce = 20;

/** What carries a row out. */
export interface EnquiryPlan {
  fields: EnquiryFields;
  /** Whether fields change, beside the stage and the notes. */
  isEdited: boolean;
  stage: Stage | null;
  note: string | null;
  /** The enquiry that changes; null for a new one. */
  before: StoredEnquiry | null;
}

const keyFields = { number: 'no', email: 'email' } as const;

/** What the rules find an enquiry by; a row without it is new. */
const keyOf = ({ cells }: GivenRow, by: EnquiryImportRules['by']): string =>
  (cells.get(keyFields[by]) ?? '').toLowerCase();

const nameOf = ({ cells }: GivenRow): string =>
  [cells.get('company'), cells.get('name'), cells.get('email'), cells.get('no')].find(Boolean) ?? '';

/** The names that a stored enquiry shows, also of people and records that are no longer active. */
const labelsOf = ({ owner, source, referrerClient, services }: StoredEnquiry, language: Language) => [
  [owner.id, owner.label] as const,
  [source.id, choiceName<string>(source, exportTexts[language].enquirySource) ?? ''] as const,
  ...[...(referrerClient ? [referrerClient] : []), ...services].map(({ id, label }) => [id, label] as const),
];

interface Given {
  context: EnquiryContext;
  /** What is wrong with how the row names its enquiry. */
  faults: Remark[];
  /** The notes that the enquiry has. */
  notes: ReadonlySet<string> | undefined;
}

export class EnquiryJudge implements Judge<EnquiryPlan> {
  readonly #db: Db;
  readonly #run: ImportRun<EnquiryImportRules>;
  readonly #choices: EnquiryChoices;
  readonly #duplicates: EnquiryDuplicates | null;
  /** The enquiries that the rows so far name, and the keys of new ones. */
  readonly #taken = new Set<string>();

  private constructor(
    db: Db,
    run: ImportRun<EnquiryImportRules>,
    choices: EnquiryChoices,
    duplicates: EnquiryDuplicates | null,
  ) {
    this.#db = db;
    this.#run = run;
    this.#choices = choices;
    this.#duplicates = duplicates;
  }

  static async begin(db: Db, run: ImportRun<EnquiryImportRules>): Promise<EnquiryJudge> {
    const choices = await readEnquiryChoices(db, run.user, run.language);
    return new EnquiryJudge(
      db,
      run,
      choices,
      run.isDryRun ? await EnquiryDuplicates.begin(db, run.user) : null,
    );
  }

  async judge(rows: readonly GivenRow[]): Promise<Judged<EnquiryPlan>[]> {
    const [db, { user, language, rules, sha256 }] = [this.#db, this.#run];
    const keys = rows.map((row) => keyOf(row, rules.by)).filter(Boolean);
    const matches =
      rules.by === 'email'
        ? await liveEnquiriesByEmail(db, user, keys)
        : await enquiriesByNumber(db, user, keys);
    const made = await enquiriesMadeBy(
      db,
      user,
      sha256,
      rows.map(({ no }) => no),
    );
    const found = rows.map((row) => this.#found(row, matches, made));
    const ids = [...new Set(found.flatMap(({ match }) => match?.id ?? []))];
    const stored = ids.length === 0 ? [] : await getEnquiries(db, user, ids);
    const notes = await notesOfEnquiries(db, ids);
    const { referrers, labels } = await readReferrers(
      db,
      user,
      rows.flatMap(({ cells }) => cells.get('referrer') || []),
    );
    const context: EnquiryContext = {
      user,
      language,
      rules,
      choices: this.#choices,
      referrers,
      labels: new Map([
        ...this.#choices.labels,
        ...labels,
        ...stored.flatMap((one) => labelsOf(one, language)),
      ]),
    };
    const byId = new Map(stored.map((one) => [one.id, one]));
    const judged: Judged<EnquiryPlan>[] = [];
    for (const [index, row] of rows.entries()) {
      const { match = null, faults = [] } = found[index] ?? {};
      const before = match ? (byId.get(match.id) ?? null) : null;
      judged.push(this.#judgeRow(row, before, { context, faults, notes: notes.get(match?.id ?? '') }));
      if (index % atOnce === atOnce - 1) await others();
    }
    await this.#duplicates?.addTo(judged);
    return judged;
  }

  write(rows: readonly Judged<EnquiryPlan>[]) {
    return writeEnquiries(this.#db, this.#run, rows);
  }

  /** The enquiry that a row means, and what is wrong with how it says so. */
  #found(row: GivenRow, matches: Matches, made: Matches): { match: Match | null; faults: Remark[] } {
    const { by, does } = this.#run.rules;
    const key = keyOf(row, by);
    const faulty = (code: string) => ({ match: null, faults: [{ field: keyFields[by], code }] });
    const found = matches.get(key) ?? [];
    const [ofFile] = made.get(`${row.no}`) ?? [];
    const isOfFile = ofFile !== undefined && (found.length === 0 || found.some(({ id }) => id === ofFile.id));
    const match = isOfFile ? ofFile : found[0];
    if (found.length > 1 && !isOfFile) return faulty('KEY_AMBIGUOUS');
    if (this.#isTwice(match?.id ?? key)) return faulty('TWICE');
    if (match) return match.isVisible ? { match, faults: [] } : faulty('NOT_FOUND');
    if (key === '' && does === 'update') return faulty('KEY_MISSING');
    if (does === 'update') return faulty('NOT_FOUND');
    // Daybook gives the numbers.
    return by === 'number' && key !== '' ? faulty('NUMBER_UNKNOWN') : { match: null, faults: [] };
  }

  #isTwice(name: string): boolean {
    const isTwice = name !== '' && this.#taken.has(name);
    this.#taken.add(name);
    return isTwice;
  }

  #judgeRow(
    row: GivenRow,
    before: StoredEnquiry | null,
    { context, faults, notes }: Given,
  ): Judged<EnquiryPlan> {
    const { rules, user } = this.#run;
    const plain: Omit<Judged<EnquiryPlan>, 'state'> = {
      no: row.no,
      name: nameOf(row) || (before?.name ?? ''),
      recordId: before?.id ?? null,
      seen: before?.version ?? null,
      faults: [],
      warnings: [],
      changes: [],
      plan: null,
    };
    if (before && rules.does === 'new') return { ...plain, state: 'left' };
    if (faults.length > 0) return { ...plain, state: 'refused', faults };
    const read = readEnquiryRow(row.cells, before, context);
    if (!read.fields) return { ...plain, state: 'refused', faults: read.faults };
    const { fields, stage } = read;
    const note = read.note !== null && notes?.has(read.note) ? null : read.note;
    const { labels } = context;
    const after = textsOfFields(fields, labels);
    const edits = before ? changesOf(textsOfFields(fieldsOfEnquiry(before), labels), after) : [];
    const plan = { fields, isEdited: edits.length > 0, stage, note, before };
    if (!before)
      return { ...plain, state: 'new', defaults: defaultsOf(after, row.cells, withDefaults), plan };
    const changes = [...edits, ...changesOfStage(before, stage), ...changesOfNote(note)];
    if (changes.length === 0) return { ...plain, state: 'same' };
    if (!holds(user, 'enquiries.edit'))
      return { ...plain, state: 'refused', faults: [{ field: keyFields[rules.by], code: 'PERM_DENIED' }] };
    return { ...plain, state: 'changed', changes, plan };
  }
}

/** What the rules of the import, or Daybook, give a new enquiry. */
const withDefaults = ['enquiryDate', 'source', 'owner', 'nextActionOn', 'currency'];

const changesOfStage = ({ status }: StoredEnquiry, stage: Stage | null): Change[] =>
  stage ? [{ field: 'status', before: status, after: stage.to }] : [];

const changesOfNote = (note: string | null): Change[] =>
  note === null ? [] : [{ field: 'notes', before: '', after: note }];
