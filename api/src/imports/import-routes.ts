import { Refusal } from '@daybook/contracts/refusals';
import type { ImportEndpoints } from '@daybook/contracts/imports/imports';
import type { Handlers } from '../http/implement.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { checkImport } from './check-import.ts';
import type { ImportKind } from './import-kind.ts';
import { sendImportResult } from './import-result.ts';
import { sendImportTemplate } from './import-template.ts';
import { countImportRows, countImports, getImport, listImportRows, listImports } from './imports.queries.ts';
import { runBatch, runImport } from './run-import.ts';
import { undoBatch, undoImport } from './undo-import.ts';
import { uploadImport } from './upload-import.ts';

/** The handlers of the imports of one kind. */
export const importHandlers = (kind: ImportKind): Handlers<ImportEndpoints> => ({
  list: ({ db, user, input }) => listImports(db, user, kind, input),
  total: ({ db, user }) => countImports(db, user, kind),
  open: ({ db, user, input, language }) => getImport(db, user, kind, input.id, language),
  upload: ({ db, user, input, upload, language }) => {
    if (!upload) throw new Refusal('BODY_MALFORMED');
    return uploadImport(db, user, kind, input, upload, language);
  },
  check: ({ db, user, input, language }) => checkImport(db, user, kind, input, language),
  rows: ({ db, user, input, language }) => listImportRows(db, user, kind, input, language),
  rowsTotal: ({ db, user, input }) => countImportRows(db, user, kind, input),
  run: ({ db, user, input, version, language }) => runImport(db, user, kind, input, version, language),
  undo: ({ db, user, input, language }) => undoImport(db, user, kind, input.id, language),
  result: ({ db, user, input, language, reply }) =>
    sendImportResult(db, user, kind, { id: input.id, language, reply }),
  template: async ({ language, reply }) => sendImportTemplate(kind, language, reply),
});

/** The two jobs of a kind of import: a batch of rows is one item. */
export const importJobs = (kind: ImportKind): { run: JobKind; undo: JobKind } => ({
  run: {
    endpoint: kind.endpoints.run,
    action: `${kind.name}.import`,
    run: (db, user, item) => runBatch(db, user, kind, item),
  },
  undo: {
    endpoint: kind.endpoints.undo,
    action: `${kind.name}.import_undo`,
    run: (db, user, item) => undoBatch(db, user, kind, item),
  },
});
