import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { getBackupSettings } from './backup-settings.queries.ts';
import { backupExport } from './backups.export.ts';
import { backupState, countBackups, listBackups } from './backups.queries.ts';
import { requestBackup, requestTest } from './request-backup.ts';
import { saveBackupSettings } from './save-backup-settings.ts';

export const backupsRoutes = [
  ...implement(
    'backups',
    backups,
  )({
    list: ({ db, input }) => listBackups(db, input),
    total: ({ db, input }) => countBackups(db, input),
    export: ({ db, input, language, reply }) =>
      sendExport(
        reply,
        input.format,
        (cursor) => listBackups(db, { ...input, pageSize: 500, cursor }),
        backupExport(language),
      ),
    state: ({ db, reply }) => backupState(db, reply.server.backupPlaces),
    backUp: ({ db }) => requestBackup(db),
    testRestore: ({ db, user, input }) => requestTest(db, input.id, user.id),
  }),
  ...implement(
    'backup-settings',
    backupSettings,
  )({
    open: ({ db, reply }) => getBackupSettings(db, reply.server.backupPlaces),
    save: ({ db, input, version, reply: { server } }) =>
      saveBackupSettings(db, input, {
        version,
        box: server.secretBox,
        places: server.backupPlaces,
        isWriter: server.hasBackground,
      }),
  }),
];
