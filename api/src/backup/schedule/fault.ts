import type { BackupFault } from '@daybook/contracts/settings/backups/backups';
import { BackupRefused, KeyChanged, RestoreHindered } from '../manifest.ts';

/** A backup or a test that cannot succeed, for a reason that admins understand. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
  readonly fault: BackupFault;
  constructor(fault: BackupFault, detail = '') {
    super(detail);
    this.fault = fault;
  }
}

/** A test that fails for these says nothing about the backup: today's settings are other than those of its day. */
export const faultsOfOlderBackups: readonly BackupFault[] = [
  'BUCKET_CHANGED',
  'PASSPHRASE_CHANGED',
  'SECRET_KEY_CHANGED',
];

const ofSystem: Readonly<Record<string, BackupFault>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  ENOENT: 'FOLDER_MISSING',
  ENOTDIR: 'FOLDER_MISSING',
  EACCES: 'FOLDER_NOT_WRITABLE',
  EPERM: 'FOLDER_NOT_WRITABLE',
  EROFS: 'FOLDER_NOT_WRITABLE',
};

/** The fault, and the words of the system; null where the fault says it all. */
export function faultOf(error: unknown): { fault: BackupFault; detail: string | null } {
  if (error instanceof BackupFailed) return { fault: error.fault, detail: error.message || null };
  if (error instanceof KeyChanged) return { fault: 'SECRET_KEY_CHANGED', detail: null };
  const { message, code = '' } = error as Error & { code?: string };
  const isOfArchive = error instanceof BackupRefused && !(error instanceof RestoreHindered);
  const fault = isOfArchive ? 'ARCHIVE_REFUSED' : (ofSystem[code] ?? 'UNEXPECTED');
  return { fault, detail: message.slice(0, 500) };
}
