// Writes one backup in a process of its own, which the server starts (write-apart.ts).
import { once } from 'node:events';
import { faultOf } from './fault.ts';
import { storeOf } from './store.ts';
import type { Said, Work } from './write-apart.ts';

const say = (said: Said): void => void process.send?.(said);

async function write({ url, at, options }: Work): Promise<void> {
  // The upload is on record before its first part is sent.
  const begun = async (upload: string) => {
    say({ upload });
    await once(process, 'message');
  };
  const { bytes, sha256, manifest } = await storeOf(at).backUp(url, options, begun);
  const rowCount = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  say({ written: { bytes, sha256, rowCount, auditSeq: manifest.audit.seq, auditHash: manifest.audit.hash } });
}

// It waits for the server's messages, whatever a module that the server was started with has made of the channel.
process.channel?.ref();
// The server is gone, and nobody would record what is written.
process.once('disconnect', () => process.exit(1));
process.once('message', (work: Work) => {
  write(work).catch((error: unknown) => say({ failed: faultOf(error) }));
});
