import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { refuseField } from '@daybook/contracts/refusals';

/** A record is known only together with its kind. Refuses REQUIRED on `filter.kind`. */
export function checkAsked({ filter }: Pick<ParsedInputOf<typeof auditLog.list>, 'filter'>): void {
  if (filter.recordId !== undefined && filter.kind === undefined)
    throw refuseField('INPUT_INVALID', 'filter.kind', {}, 'REQUIRED');
}
