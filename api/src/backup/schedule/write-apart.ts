import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BackupFault } from '@daybook/contracts/settings/backups/backups';
import type { BackupOptions } from '../write-backup.ts';
import { giveWay } from '../give-way.ts';
import { BackupFailed } from './fault.ts';
import type { StoreAt } from './store.ts';

/** What the process is to write, and where to. It has keys in it, so it goes by the channel: everybody on the machine sees arguments. */
export interface Work {
  url: string;
  at: StoreAt;
  options: Pick<BackupOptions, 'name' | 'encryption'>;
}

export interface WrittenApart {
  bytes: number;
  sha256: string;
  rowCount: number;
  auditSeq: number;
  auditHash: string;
}

export type Said =
  | { upload: string }
  | { written: WrittenApart }
  | { failed: { fault: BackupFault; detail: string | null } };

interface Heard {
  /** Records what ends the upload. */
  begun: (upload: string) => Promise<unknown>;
  isStopping: () => boolean;
}

const lookEveryMs = 200;

/** Writes a backup in a process of its own. It has ended when this settles, and so writes nothing more; if it was killed, the backup was interrupted. */
export async function writeApart(work: Work, { begun, isStopping }: Heard): Promise<WrittenApart> {
  const child = fork(path.join(import.meta.dirname, 'write-process.ts'));
  const ended = once(child, 'exit');
  // From here, because a process on Linux lowers only the thread that asks. The threads that it begins later have the priority of that one.
  if (child.pid !== undefined) giveWay(child.pid);
  let look: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WrittenApart>((resolve, reject) => {
      const interrupted = () => reject(new BackupFailed('INTERRUPTED'));
      look = setInterval(() => isStopping() && interrupted(), lookEveryMs);
      ended.then(interrupted, reject);
      child.on('message', (said: Said) => {
        if ('written' in said) resolve(said.written);
        else if ('failed' in said) reject(new BackupFailed(said.failed.fault, said.failed.detail ?? ''));
        // A process that has ended meanwhile says so itself.
        else begun(said.upload).then(() => child.send('go on', () => undefined), reject);
      });
      child.send(work, (error) => error && reject(error));
    });
  } finally {
    clearInterval(look);
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  }
}
