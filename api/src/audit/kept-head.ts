import { open, readFile, rename } from 'node:fs/promises';
import { z } from 'zod';

/** The last seal of the chain at some time. */
const Head = z.object({ seq: z.int(), eventId: z.int(), hash: z.string() });
export type Head = z.infer<typeof Head>;

/** The head of the chain outside the database, where a superuser of the database cannot change it (docs/rules.md#audit-log). */
export interface KeptHead {
  /** Null before the first one. Throws if the file cannot be read. */
  read: () => Promise<Head | null>;
  keep: (head: Head) => Promise<void>;
}

/** Keeps nothing: the head is then only logged and mailed. */
const nowhere: KeptHead = { read: async () => null, keep: async () => undefined };

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The file is replaced as a whole, so it is never half written, even by two servers at once. */
export function keptHead(path: string | undefined): KeptHead {
  if (path === undefined) return nowhere;
  return {
    async read() {
      const text = await textOf(path);
      return text === null ? null : Head.parse(JSON.parse(text));
    },
    async keep({ seq, eventId, hash }) {
      const beside = `${path}.${process.pid}`;
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
