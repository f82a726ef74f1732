import { createHash } from 'node:crypto';
import type { OpeningImportRules } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { openingColumns } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { negate, toDecimal } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../../db/database.ts';
import { changesOf, put } from '../../../imports/changed-fields.ts';
import type { FieldTexts } from '../../../imports/changed-fields.ts';
import { formatOfColumns } from '../../../imports/column-formats.ts';
import type { CellFormat } from '../../../imports/column-formats.ts';
import type { GivenRow, ImportRun, Judge, Judged, Remark, Written } from '../../../imports/import-kind.ts';
import { checkOpen, judgeOpenings, lockEntity, lockNamedClients, termsOf } from '../judge-openings.ts';
import type { EntityTerms } from '../judge-openings.ts';
import type { OpeningFigures, OpeningRow } from '../opening-rows.ts';
import { carryOut } from '../store-openings.ts';
import { columnContents, readOpeningRow } from './read-opening-row.ts';

/** What carries a row out. */
export type OpeningPlan = Pick<OpeningRow, 'outcome' | 'client' | 'document' | 'replaces'>;

/** Opening balances do not change: one that a row changes is taken back, and another one is posted. */
export const onlyVersion = 1;

const states = { new: 'new', changed: 'changed', same: 'same', wrong: 'refused' } as const;

/** The figures as texts, to show how the cells were read; an advance has a minus sign, as in the file. */
function textsOf({ kind, date, dueDate, currency, amount, fxRate, section }: OpeningFigures): FieldTexts {
  const texts: FieldTexts = new Map();
  put(texts, 'date', date);
  if (kind === 'invoice') put(texts, 'dueDate', dueDate);
  put(texts, 'currency', currency);
  put(texts, 'amount', toDecimal(kind === 'receipt' ? negate(amount) : amount, currency));
  if (fxRate !== '1') put(texts, 'fxRate', fxRate);
  put(texts, 'kind', kind);
  put(texts, 'section', section);
  return texts;
}

/** A number for what a row would store and on which day, by which the run sees that it still does what the dry run said. */
const markOf = ({ cutOverOn }: EntityTerms, { client, document }: OpeningRow): number =>
  createHash('sha256')
    .update(JSON.stringify([cutOverOn, client?.id, document]))
    .digest()
    .readInt32BE();

const remarksOf = ({ faults }: OpeningRow): Remark[] =>
  openingColumns.flatMap((field) =>
    (faults[field] ?? []).map(({ code, params }) => ({ field, code, ...(params && { params }) })),
  );

const asGiven: CellFormat = (_field, text) => text;

/** The columns are written as in the country of the entity, in a tie. */
async function readerOf(
  db: Db,
  run: ImportRun<OpeningImportRules>,
  { entityId }: EntityTerms,
): Promise<CellFormat> {
  const { country } = await db
    .selectFrom('billingEntity')
    .select('country')
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  return formatOfColumns(db, { ...run, contents: columnContents, country });
}

export class OpeningJudge implements Judge<OpeningPlan> {
  readonly #db: Db;
  readonly #run: ImportRun<OpeningImportRules>;
  readonly #terms: EntityTerms | Remark;
  readonly #read: CellFormat;
  /** The opening balances that the rows so far name. */
  readonly #taken = new Set<string>();

  private constructor(
    db: Db,
    run: ImportRun<OpeningImportRules>,
    terms: EntityTerms | Remark,
    read: CellFormat,
  ) {
    this.#db = db;
    this.#run = run;
    this.#terms = terms;
    this.#read = read;
  }

  static async begin(db: Db, run: ImportRun<OpeningImportRules>): Promise<OpeningJudge> {
    const entityId = run.rules.entityId ?? '';
    if (!run.isDryRun) await lockEntity(db, entityId);
    const terms = await termsOrWhyNot(db, run, entityId);
    const read = 'code' in terms ? asGiven : await readerOf(db, run, terms);
    return new OpeningJudge(db, run, terms, read);
  }

  async judge(rows: readonly GivenRow[]): Promise<Judged<OpeningPlan>[]> {
    const [db, terms, { user, isDryRun }] = [this.#db, this.#terms, this.#run];
    const read = rows.map((row) => readOpeningRow(row, this.#read));
    const inputs = read.map(({ input }) => input);
    if ('code' in terms) return rows.map((row) => refused(row, [terms]));
    if (!isDryRun) await lockNamedClients(db, user, inputs);
    const judged = await judgeOpenings(db, user, terms, inputs, this.#taken);
    return rows.map((row, at) => {
      const [one, faults] = [judged[at], read[at]?.faults ?? []];
      if (!one) return refused(row, faults);
      return shownRow(row, one, faults, terms);
    });
  }

  async write(rows: readonly Judged<OpeningPlan>[]): Promise<Written[]> {
    const terms = this.#terms;
    if ('code' in terms) return [];
    const plans = rows.flatMap(({ no, plan }) => (plan ? [{ no, plan }] : []));
    const ids = await carryOut(
      this.#db,
      this.#run.user,
      terms,
      plans.map(({ plan }) => plan),
    );
    return plans.flatMap(({ no, plan: { outcome, replaces } }, at): Written[] => {
      const recordId = ids[at] ?? null;
      if (recordId === null) return [];
      const did = outcome === 'changed' ? 'changed' : 'made';
      return [{ no, outcome: did, recordId, version: onlyVersion, before: replaces }];
    });
  }
}

/** Since the dry run the entity may have lost its cut-over date, or the period may have been closed. Then no row is posted. */
async function termsOrWhyNot(
  db: Db,
  { user }: ImportRun<OpeningImportRules>,
  entityId: string,
): Promise<EntityTerms | Remark> {
  try {
    const terms = await termsOf(db, entityId, 'entityId');
    await checkOpen(db, user, terms, 'entityId');
    return terms;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { field: null, code: error.fields['entityId']?.[0]?.code ?? error.code };
  }
}

const nameOf = ({ cells }: GivenRow, client: string): string =>
  [client, cells.get('number')].filter(Boolean).join(' ');

const refused = (row: GivenRow, faults: Remark[]): Judged<OpeningPlan> => ({
  no: row.no,
  name: nameOf(row, row.cells.get('client') ?? ''),
  state: 'refused',
  recordId: null,
  seen: null,
  faults,
  warnings: [],
  changes: [],
  plan: null,
});

function shownRow(
  row: GivenRow,
  judged: OpeningRow,
  unread: readonly Remark[],
  terms: EntityTerms,
): Judged<OpeningPlan> {
  const { outcome, client, document, before, replaces } = judged;
  const name = nameOf(row, client?.label ?? row.cells.get('client') ?? '');
  const said = new Set(unread.map(({ field }) => field));
  const faults = [...unread, ...remarksOf(judged).filter(({ field }) => !said.has(field))];
  if (faults.length > 0 || !document) return { ...refused(row, faults), name };
  return {
    ...refused(row, []),
    name,
    state: states[outcome],
    recordId: replaces?.id ?? null,
    seen: markOf(terms, judged),
    changes: outcome === 'same' ? [] : changesOf(before ? textsOf(before) : new Map(), textsOf(document)),
    plan: { outcome, client, document, replaces },
  };
}
