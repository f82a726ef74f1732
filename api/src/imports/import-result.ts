import type { FastifyReply } from 'fastify';
import type { Language } from '@daybook/contracts/fields';
import type { ImportRow } from '@daybook/contracts/imports/imports';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { sendWorkbook } from '../http/send-workbook.ts';
import type { ImportKind } from './import-kind.ts';
import { allImportRows, requireImport } from './imports.queries.ts';

const texts = textsOf('imports');

const said = (remarks: ImportRow['faults'], language: Language): string =>
  remarks
    .map(({ label, message, value }) => {
      if (label === null) return message;
      const { remark, remarkOf } = texts[language];
      const parts = { label, message, value: value ?? '' };
      return filled(value === null ? remark : remarkOf, (name) => parts[name as keyof typeof parts]);
    })
    .join(' · ');

function reasonOf(
  { faults, warnings, changes, defaults, undoReason }: ImportRow,
  language: Language,
): string {
  const changed = changes
    .map(({ label, before, after }) => `${label}: ${before || '–'} → ${after || '–'}`)
    .join(' · ');
  const given = defaults.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  const byDefault = given && filled(texts[language].byDefault, () => given);
  return [said(faults, language), changed, byDefault, said(warnings, language), undoReason]
    .filter(Boolean)
    .join(' · ');
}

/** The result as a workbook, row by row. Refuses NOT_FOUND. */
export async function sendImportResult(
  db: Db,
  user: CurrentUser,
  kind: ImportKind,
  { id, language, reply }: { id: string; language: Language; reply: FastifyReply },
): Promise<FastifyReply> {
  await requireImport(db, user, kind, id);
  const { heads, sheets, states, outcomes, undo } = texts[language];
  const did = (row: ImportRow): string => {
    if (row.undo !== null) return undo[row.undo];
    return row.outcome === null ? states[row.state] : outcomes[row.outcome];
  };
  const list = {
    name: 'import',
    sheet: sheets.result,
    columns: [
      { header: heads.row, value: (row: ImportRow) => Number(row.id) },
      { header: heads.name, value: (row: ImportRow) => row.name },
      { header: heads.state, value: did },
      { header: heads.reason, value: (row: ImportRow) => reasonOf(row, language) },
    ],
  };
  return sendWorkbook(reply, 'import', [{ list, rows: await allImportRows(db, user, kind, id, language) }]);
}
