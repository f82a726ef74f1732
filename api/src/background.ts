import type { Logger } from 'pino';
import { keptHead } from './audit/kept-head.ts';
import { startHeadPublishing } from './audit/publish-head.ts';
import { sealAudit } from './audit/seal.ts';
import { boxOf } from './auth/secret-box.ts';
import { publicUrlOf } from './config.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { backupPlace } from './backup/schedule/place.ts';
import { startBackups } from './backup/schedule/start-backups.ts';
import { startChainChecks } from './audit-log/chain-checks.ts';
import { startBookChecks } from './books/check-books.ts';
import { startRequestedChecks } from './books/checks-by-hand.ts';
import { startHoursProposals } from './billing/pending/propose-hours.ts';
import { startCashReminders } from './billing/staff-accounts/remind-of-cash.ts';
import { startClientFacts } from './crm/clients/follow-client-facts.ts';
import { startDocumentNotices } from './crm/client-documents/give-notices.ts';
import { startJobs } from './start-jobs.ts';
import { startReminders } from './receivables/reminders/run-reminders.ts';
import { startSeries } from './start-series.ts';
import { startStatementSchedules } from './receivables/statements/run-schedules.ts';
import { startLedgerRollUp } from './ledger/roll-up-ledger.ts';
import { startFollowUp } from './receivables/follow-up/judge-promises.ts';
import { mailSource } from './mail/mail-source.ts';
import { startMail } from './mail/start-mail.ts';
import { startNotificationMails } from './notifications/mail-notifications.ts';
import { startPurge } from './purge.ts';
import { makeRenewalTask } from './tasks/tasks/make-renewal-task.ts';

/**
 * Starts the background work (sealing, checks, roll-ups, issuing, mail, reminders, purges); the returned function stops it. Several
 * processes may run it; one is enough.
 */
export function startBackground(
  database: Database,
  config: Partial<
    Pick<
      Config,
      | 'AUDIT_HEAD'
      | 'BACKUP_DIR'
      | 'BACKUP_BUCKET_URL'
      | 'DATABASE_OWNER_URL'
      | 'DATABASE_SCRATCH_URL'
      | 'MAIL_FROM'
      | 'PORT'
      | 'PUBLIC_URL'
      | 'SECRET_KEY'
      | 'SECRET_KEY_BEFORE'
      | 'SMTP_URL'
    >
  >,
  log: Pick<Logger, 'warn'>,
  security: Pick<Logger, 'info'>,
): () => Promise<void> {
  const box = boxOf(config);
  const mail = mailSource(config, box);
  const place = backupPlace(config, database.direct.options.connectionString ?? '', box);
  const kept = keptHead(config.AUDIT_HEAD);
  const stops = [
    sealAudit(database, log),
    startHeadPublishing(database, { kept, canMail: mail.canMail, log, security }),
    startBookChecks(database, log, kept),
    startRequestedChecks(database, log, kept),
    startChainChecks(database, log, kept),
    startLedgerRollUp(database, log),
    startPurge(database, log),
    startBackups(database.db, place, log),
    startMail(database.db, mail, log),
    startNotificationMails(database.db, { publicUrl: publicUrlOf(config), canMail: mail.canMail }, log),
    startJobs(database.db, mail.canMail, log),
    startSeries(database.db, mail.canMail, log),
    startReminders(database.db, mail.canMail, log),
    startStatementSchedules(database.db, mail.canMail, log),
    startFollowUp(database.db, log),
    startCashReminders(database, log),
    startHoursProposals(database.db, log),
    startClientFacts(database.db, log),
    startDocumentNotices(database.db, makeRenewalTask, log),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
