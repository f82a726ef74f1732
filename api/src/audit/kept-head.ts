import { open, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';

/** The last seal of the chain at some time. */
const Head = z.object({ seq: z.int(), eventId: z.int(), hash: z.string() });
export type Head = z.infer<typeof Head>;

/** The head of the chain outside the database, where a superuser of the database cannot change it (docs/rules.md#audit-log). */
export interface KeptHead {
  /** Null before the first one. A file that cannot be read is a head to which no chain leads, so that the check of the books names it. */
  read: () => Promise<Head | null>;
  keep: (head: Head) => Promise<void>;
}

/** Keeps nothing: the head is then only logged and mailed. */
const nowhere: KeptHead = { read: async () => null, keep: async () => undefined };

const unreadable: Head = { seq: 0, eventId: 0, hash: '' };

async function headIn(path: string): Promise<Head | null> {
  try {
    return Head.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : unreadable;
  }
}

/** The file is replaced as a whole, so it is never half written, even by two servers at once. */
export function keptHead(path: string | undefined): KeptHead {
  if (path === undefined) return nowhere;
  return {
    read: () => headIn(path),
    async keep({ seq, eventId, hash }) {
      const beside = `${path}.${hostname()}.${process.pid}`;
      const file = await open(beside, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify({ seq, eventId, hash })}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, path);
    },
  };
}
