import { sql } from 'kysely';
import { openingColumns } from '@daybook/contracts/billing/opening-balances/opening-balances';
import {
  OpeningImportRules,
  openingImports,
} from '@daybook/contracts/billing/opening-balances/opening-imports';
import { refuseField } from '@daybook/contracts/refusals';
import { implement } from '../../../http/implement.ts';
import type { ImportKind, ShownRecord } from '../../../imports/import-kind.ts';
import { importHandlers, importJobs } from '../../../imports/import-routes.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import { inScope } from '../../../scope.ts';
import { checkOpen, termsOf } from '../judge-openings.ts';
import type { OpeningFigures } from '../opening-rows.ts';
import { OpeningJudge } from './import-judge.ts';
import type { OpeningPlan } from './import-judge.ts';
import { labelOfField, openingHeadings, openingInWords, openingTemplate } from './opening-import-fields.ts';
import { undoOpenings } from './undo-openings.ts';

/** The record that an opening balance is. */
const recordKinds: Record<OpeningFigures['kind'], ShownRecord['kind']> = {
  invoice: 'invoice',
  receipt: 'receipt',
  withheld: 'withholding_entry',
};

export const openingImport: ImportKind<OpeningImportRules, OpeningPlan> = {
  name: 'openings',
  endpoints: openingImports,
  job: 'opening_import',
  undoJob: 'opening_import_undo',
  fields: openingColumns,
  labelOf: labelOfField,
  inWords: openingInWords,
  headings: openingHeadings,
  rulesOf: (stored) => OpeningImportRules.parse(stored),
  async checkRules(db, user, { entityId }) {
    const field = 'rules.entityId';
    if (entityId === null) throw refuseField('INPUT_INVALID', field, {}, 'REQUIRED');
    await checkOpen(db, user, await termsOf(db, entityId, field), field);
  },
  begin: (db, run) => OpeningJudge.begin(db, run),
  undo: undoOpenings,
  tidy: async () => undefined,
  tell: async () => undefined,
  async shown(db, user, ids) {
    const { rows } = await sql<{ id: string; kind: OpeningFigures['kind']; number: string; name: string }>`
      select document.id, document.kind, document.number, client.name
      from opening_document document join client on client.id = document.client_id
      where document.id = any (${ids}::uuid[]) and ${inScope.client(user, sql.ref('document.client_id'))}`.execute(
      db,
    );
    return new Map(
      rows.map(({ id, kind, number, name }) => [id, { kind: recordKinds[kind], label: `${name} ${number}` }]),
    );
  },
  template: openingTemplate,
};

// The engine returns rules and plans to their kind as it received them, so it does not know their types.
const kind: ImportKind = openingImport;
const jobs = importJobs(kind);

export const openingImportRoutes = implement('opening_imports', openingImports)(importHandlers(kind));

export const openingImportJobKinds = {
  opening_import: jobs.run,
  opening_import_undo: jobs.undo,
} satisfies Record<string, JobKind>;
