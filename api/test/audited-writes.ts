import type { LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';

/** Writes that are not in the audit log, each with the reason. */
const notAudited: Readonly<Record<string, string>> = {
  'account.putAppearance': 'one’s own display options',
  'list_columns.choose': 'one’s own display options',
  'list_columns.reset': 'one’s own display options',
  'notifications.markRead': 'one’s own notifications',
  'remoteLoads.tell': 'figures of a browser, kept for a time',
  'saved_views.choose': 'one’s own display options',
  'saved_views.save': 'one’s own views',
  'saved_views.remove': 'one’s own views',
};

/**
 * Commands that succeed also if they change nothing, as those on many records do to random ids, no logo instead of none, or an end of sessions where none
 * is open. The triggers of the records that they change write the rows, as for the command on one record.
 */
const mayDoNothing: ReadonlySet<string> = new Set([
  'account.endOthers',
  'admins.endSessions',
  'admins.transfer',
  'billing-entities.putLogo',
  'certificate_files.bring',
  'crms.endSessions',
  'crms.transfer',
  'enquiry_bulk.undo',
  'executives.endSessions',
  'executives.transfer',
  'expenses.approveMany',
  'managers.endSessions',
  'firm.putLogo',
  'held-work.letGoEmpty',
  'managers.transfer',
  'opening_balances.lock',
  'own_notifications.reset',
  'pending_invoices.drafts',
  'taskBulk.undo',
  'timesheet_approvals.approve',
  'timesheet_approvals.return',
  'unbilled_hours.bill',
]);

export interface AuditedWrites {
  look: (action: string, answer: LightMyRequestResponse) => Promise<void>;
  /** How many commands wrote something. */
  count: () => number;
  /** Commands with a row of somebody else or without values before and after. */
  withoutActor: () => string[];
  /** Commands that succeeded and never left a row, and for which no reason is given. */
  silent: () => string[];
}

/** Watches whether successful commands of a person are in the audit log, by the id of the request. */
export function watchAuditedWrites(pool: Pool, actorId: string): AuditedWrites {
  const left = new Map<string, boolean>();
  const faulty = new Set<string>();
  return {
    async look(action, answer) {
      const { rows } = await pool.query<{ is_whole: boolean }>(
        `select coalesce(actor_id = $2, false) and action = $3
           and (coalesce(body -> 'before', '{}') <> '{}' or coalesce(body -> 'after', '{}') <> '{}') as is_whole
         from audit_event where request_id = $1`,
        [answer.headers['x-request-id'], actorId, action],
      );
      left.set(action, (left.get(action) ?? false) || rows.length > 0);
      if (rows.some((row) => !row.is_whole)) faulty.add(action);
    },
    count: () => [...left.values()].filter(Boolean).length,
    withoutActor: () => [...faulty].toSorted(),
    silent: () =>
      [...left]
        .filter(([action, isThere]) => !isThere && !(action in notAudited) && !mayDoNothing.has(action))
        .map(([action]) => action)
        .toSorted(),
  };
}
