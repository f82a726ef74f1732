import type { Logger } from 'pino';
import { purgeSignIns } from './auth/purge-sign-ins.ts';
import { purgeClientFiles } from './crm/clients/save-client-file.ts';
import type { Database } from './db/database.ts';
import { every } from './every.ts';
import { purgeUploadDays } from './http/upload-quota.ts';
import { purgeAttachments } from './files/store-attachment.ts';
import { purgeReplies } from './http/purge-replies.ts';
import { purgeImports } from './imports/undo-import.ts';
import { purgeJobs } from './jobs/request-job.ts';
import { purgeNotifications } from './notifications/purge-notifications.ts';
import { purgeRemoteLoads } from './remote-loads/store-remote-loads.ts';

const everyMs = 3_600_000;

/** Deletes hourly what is stored only for a time. The returned function stops it. Several servers may run it. */
export function startPurge({ db }: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const all = () =>
    Promise.all([
      purgeSignIns(db),
      purgeRemoteLoads(db),
      purgeReplies(db),
      purgeImports(db),
      purgeUploadDays(db),
      purgeNotifications(db),
      Promise.all([purgeJobs(db), purgeClientFiles(db)]).then(() => purgeAttachments(db)),
    ]);
  return every(everyMs, all, (error) => log.warn({ err: error }, 'old records could not be purged'));
}
