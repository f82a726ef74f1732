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

const isOwn = (field: string): boolean => field === 'id' || field === 'version' || field.endsWith('_by');
const isReference = (field: string): boolean => field.endsWith('_id');

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** What a person can read of a change: no nested parts, no version, and of a reference only that it is another one. */
function readable({ before, after }: Body, showsMoney: boolean): HistoryEvent['changes'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => !isOwn(field) && (showsMoney || !moneyFields.has(field)))
    .flatMap((field) => {
      if (isReference(field)) return [{ field: camelCase(field), before: '', after: '' }];
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
    .select(['auditEvent.id', 'xid', 'at', 'action', 'body', 'appUser.name as by'])
    // What lives on of an issued document is a table beside it, and so are its files.
    .where('entity', 'in', [kind, `${kind}_state`, 'document_attachment'])
    .where('entityId', '=', id)
    .orderBy('auditEvent.id', 'desc')
    .limit(latest)
    .execute();
  const showsMoney = seesMoney(user);
  // One command can write a record more than once, and what lives on of it: it is told as one step.
  return [...Map.groupBy(rows, ({ xid, action }) => `${xid} ${action}`).values()].flatMap((steps) => {
    const [last] = steps;
    if (!last) return [];
    const changes = steps.map(({ body }) => body as Body);
    const isFirst = changes.some(({ before }) => Object.keys(before).length === 0);
    const { id: eventId, at, action, by } = last;
    return [
      {
        id: eventId,
        at,
        action,
        by,
        changes: isFirst ? [] : changes.flatMap((change) => readable(change, showsMoney)),
      },
    ];
  });
}
