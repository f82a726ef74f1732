import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InputOf } from '@daybook/contracts/endpoint';
import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import type { Backup, BackupSettings, BackupState } from '@daybook/contracts/settings/backups/backups';
import { doBackups } from '../src/backup/schedule/do-backups.ts';
import { backupPlace } from '../src/backup/schedule/place.ts';
import { box, secretKey } from './backups.ts';
import { startTestApi } from './test-api.ts';
import type { Caller, TestApi } from './test-api.ts';

export const usualSchedule = {
  isOn: true,
  atTime: '02:00',
  destination: 'folder' as const,
  encryption: 'none' as const,
  passphrase: null,
  keepDaily: 7,
  keepWeekly: 5,
  keepMonthly: 12,
};
export type Schedule = InputOf<typeof backupSettings.save>;

/** A server whose backups go to a folder of their own, and are made when a test says so. */
export interface ScheduledBackups {
  api: TestApi;
  admin: Caller;
  folder: string;
  /** Does what is requested, as the background of a server would. */
  work(isStopping?: () => boolean): Promise<boolean>;
  /** Saves the usual schedule with these changes. */
  save(changes?: Partial<Schedule>): Promise<BackupSettings>;
  list(): Promise<Backup[]>;
  state(): Promise<BackupState>;
  /** A backup by hand. */
  backUp(): Promise<Backup>;
  /** The rows of a test are no part of the next one. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export async function startScheduledBackups(): Promise<ScheduledBackups> {
  const folder = await mkdtemp(path.join(tmpdir(), 'daybook-scheduled-'));
  const api = await startTestApi(undefined, { SECRET_KEY: secretKey });
  const admin = await api.as({ userType: 'admin', name: 'Ada Admin' });
  const place = backupPlace({}, api.urls.app, box);
  const work = (isStopping?: () => boolean) =>
    doBackups(api.db, place, { warn: () => undefined }, isStopping);
  const list = async () => (await admin.call(backups.list, {})).rows;
  return {
    api,
    admin,
    folder,
    work,
    list,
    state: () => admin.call(backups.state, {}),
    async save(changes = {}) {
      const { version } = await admin.call(backupSettings.open, {});
      return admin.call(backupSettings.save, { ...usualSchedule, folder, ...changes }, { version });
    },
    async backUp() {
      await admin.call(backups.backUp, {});
      await work();
      const [row] = await list();
      if (row === undefined) throw new Error('there is no backup');
      return row;
    },
    async clear() {
      await api.ownerPool
        .query(`alter table backup disable trigger user; delete from backup; alter table backup enable trigger user;
        delete from notification; update installation set held_since = null`);
    },
    async stop() {
      await api.stop();
      await rm(folder, { recursive: true });
    },
  };
}
