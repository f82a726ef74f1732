import { useTranslation } from 'react-i18next';
import type { AuditAct, AuditRow } from '@daybook/contracts/audit-log/audit-log';
import { entities, recordPath } from '@daybook/contracts/entities';
import type { EntityKind, KindWith } from '@daybook/contracts/entities';
import type { Entity } from '@daybook/contracts/entity';
import { mayOpen } from '@daybook/shared/may-open';
import type { Tone } from '@daybook/shared/record/status-tag';

export const tones: Record<AuditAct, Tone> = {
  created: 'done',
  changed: 'info',
  removed: 'waiting',
  permissions: 'waiting',
  opened: 'draft',
  exported: 'draft',
  erased: 'overdue',
  refused: 'overdue',
  signedIn: 'draft',
  signInFailed: 'overdue',
};

/** The kind of act says as much. Besides, a record may change because another one is created. */
const plain: ReadonlySet<string> = new Set([
  'create',
  'edit',
  'save',
  'put',
  'remove',
  'insert',
  'update',
  'delete',
  'export',
]);

/** What the command did, as the history of a record says it; for a sign-in its outcome. Empty if the kind of act says it. */
export function useCommandText(): (row: Pick<AuditRow, 'kind' | 'action'>) => string {
  const { t } = useTranslation('settings');
  return ({ kind, action }) => {
    if (kind === 'sign_in') return t(`audit.outcomes.${action}`, { defaultValue: action });
    const verb = action.split('.').at(-1) ?? '';
    return plain.has(verb)
      ? ''
      : t([`audit.commands.${action}`, `history:done.${verb}`], { defaultValue: '' });
  };
}

const opens = (kind: EntityKind): kind is KindWith<'record'> => 'record' in entities[kind];

/** The address of a record; null if it has no screen or the reader may not open it. */
export function addressOf({ record }: Pick<AuditRow, 'record'>): string | null {
  if (record === null || record.opens === null || !opens(record.opens)) return null;
  const { allow }: Entity = entities[record.opens];
  if (allow === undefined) return null;
  return mayOpen(typeof allow === 'string' ? allow : [...allow]) ? recordPath(record.opens, record.id) : null;
}
