import type { HistoryEvent, HistoryKind } from '@daybook/contracts/history';
import type { CurrentUser } from '../auth/current-user.ts';
import { seesMoney } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

const latest = 100;

/** Figures that only a key to money shows (domain.md §12). */
const moneyFields: ReadonlySet<string> = new Set(['fee', 'credit_limit', 'expected_value']);

interface Body {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const isPlain = (value: unknown): value is string | number | boolean | null | undefined =>
  value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value);

const isReference = (field: string): boolean =>
  field === 'id' || field.endsWith('_id') || field.endsWith('_by');

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** What a person can read of a change: no references, no nested parts, no version. */
function readable({ before, after }: Body, showsMoney: boolean): HistoryEvent['changes'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => field !== 'version' && !isReference(field) && (showsMoney || !moneyFields.has(field)))
    .flatMap((field) => {
      const [was, is] = [before[field], after[field]];
      if (!isPlain(was) || !isPlain(is)) return [];
      return [{ field: camelCase(field), before: String(was ?? ''), after: String(is ?? '') }];
    });
}

/** The latest changes of a record; whether the caller may see it is asked before. */
export async function historyOf(
  db: Db,
  user: CurrentUser,
  kind: HistoryKind,
  id: string,
): Promise<HistoryEvent[]> {
  const rows = await db
    .selectFrom('auditEvent')
    .leftJoin('appUser', 'appUser.id', 'auditEvent.actorId')
    .select(['auditEvent.id', 'at', 'action', 'body', 'appUser.name as by'])
    // What lives on of an issued document is a table beside it, and so are its files.
    .where('entity', 'in', [kind, `${kind}_state`, 'document_attachment'])
    .where('entityId', '=', id)
    .orderBy('auditEvent.id', 'desc')
    .limit(latest)
    .execute();
  const showsMoney = seesMoney(user);
  return rows.map(({ body, ...row }) => {
    const change = body as Body;
    const isFirst = Object.keys(change.before).length === 0;
    return { ...row, changes: isFirst ? [] : readable(change, showsMoney) };
  });
}
