import type { AuditRow, Fields } from './audit-rows.ts';

const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;
const isOfNumber = (one: Fields, other: Fields): boolean =>
  one['scheme'] === other['scheme'] && one['value'] === other['value'];

/** The tax numbers of a client are all written again when one changes. Each that was there before is one row here, with its change. */
export function rejoined(rows: readonly AuditRow[]): AuditRow[] {
  const numbers = rows.filter(({ entity }) => entity === 'client_registration');
  const gone = numbers.filter(({ body }) => isEmpty(body.after));
  const rewritten = new Set<AuditRow>();
  const joined = rows.map((row) => {
    if (row.entity !== 'client_registration' || !isEmpty(row.body.before)) return row;
    const { after } = row.body;
    const was = gone.find(({ body }) => isOfNumber(body.before, after));
    if (was === undefined) return row;
    rewritten.add(was);
    return { ...row, body: { ...row.body, before: { ...was.body.before, no: after['no'] } } };
  });
  return joined.filter((row) => !rewritten.has(row));
}
