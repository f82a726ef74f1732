import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { Refusal } from '@daybook/contracts/refusals';
import { recordReading } from '../../../audit/record-reading.ts';
import type { Db } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { queue, refuseChanged } from '../../../http/send-export.ts';
import { heldFiles } from './held-files.queries.ts';
import { auditOf, heldRows } from './held-rows.queries.ts';
import { heldTables } from './held-tables.ts';

interface Entry {
  path: string;
  bytes: AsyncIterable<string | Buffer>;
  /** Most files are compressed already. */
  compress: boolean;
}

interface Client {
  id: string;
  code: string;
}

/** A JSON array, written a page at a time; null if nothing is held. */
async function arrayOf(pages: AsyncGenerator<string[]>): Promise<AsyncIterable<string> | null> {
  const first = await pages.next();
  if (first.done) return null;
  async function* written(page: string[]) {
    yield `[\n${page.join(',\n')}`;
    for await (const more of pages) yield `,\n${more.join(',\n')}`;
    yield '\n]\n';
  }
  return written(first.value);
}

/** What is in the archive, in its order. Only the part that is being sent is read. */
async function* entriesOf(db: Db, clientId: string): AsyncGenerator<Entry> {
  for (const table of Object.keys(heldTables)) {
    const bytes = await arrayOf(heldRows(db, table, clientId));
    if (bytes) yield { path: `data/${table}.json`, bytes, compress: true };
  }
  const audit = await arrayOf(auditOf(db, clientId));
  if (audit) yield { path: 'data/audit_event.json', bytes: audit, compress: true };
  for await (const file of heldFiles(db, clientId)) yield { ...file, compress: false };
}

/** How often it is asked whether the reader may still have the archive. */
const askMs = 1_000;

/**
 * Adds one entry after the other, each when the one before has been taken, so that memory holds one piece of one file. The archive
 * remembers all its entries, so an entry refers to the current source and keeps no source of its own.
 */
async function fill(zip: ZipFile, entries: AsyncIterable<Entry>, mayGoOn: () => Promise<void>) {
  const archive = zip.outputStream as Readable;
  let source = Readable.from([]);
  archive.once('close', () => source.destroy());
  let asked = performance.now();
  for await (const { path, bytes, compress } of entries) {
    if (archive.destroyed) return;
    if (performance.now() - asked > askMs) {
      await mayGoOn();
      asked = performance.now();
    }
    source = Readable.from(bytes, { objectMode: false });
    zip.addReadStreamLazy(path, { compress }, (take) => take(null, source));
    await finished(source);
  }
  zip.end();
}

/** yazl writes archives of any size; fflate, which writes workbooks, ends at 4 GB and 65,535 files. */
function archiveOf(entries: AsyncIterable<Entry>, mayGoOn: () => Promise<void>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  // A fault breaks the answer off, so that nobody takes half an archive for a whole one.
  const breakOff = (error: Error) => archive.destroy(error);
  // Whoever reads it gets the fault; it may come before they begin.
  archive.on('error', () => undefined);
  zip.on('error', breakOff);
  fill(zip, entries, mayGoOn).catch(breakOff);
  return archive;
}

/**
 * Sends everything that is held on a client as a ZIP, which is in the audit log before the first byte leaves. It waits for its turn as
 * any export does, is read no faster than it is taken, and breaks off when the reader's rights change. Refuses NOT_FOUND.
 */
export async function sendClientData(
  { db, user, requestId, reply }: Pick<Call, 'db' | 'user' | 'requestId' | 'reply'>,
  clientId: string,
): Promise<FastifyReply> {
  const client: Client | undefined = await db
    .selectFrom('client')
    .select(['id', 'code'])
    .where('id', '=', clientId)
    .executeTakeFirst();
  if (!client) throw new Refusal('NOT_FOUND');
  const turn = await queue.turnOf({ userId: user.id, asked: reply.request.url, answer: reply.raw });
  try {
    await recordReading(db, {
      userId: user.id,
      requestId,
      action: 'client_data.download',
      entity: 'client_data',
      entityId: clientId,
      address: reply.request.ip,
    });
    const archive = archiveOf(entriesOf(db, clientId), () => refuseChanged(reply));
    return await reply
      .header('Content-Disposition', `attachment; filename="${client.code}.zip"`)
      .type('application/zip')
      .send(Readable.from(turn.paced(archive), { objectMode: false }));
  } catch (error) {
    turn.end();
    throw error;
  }
}
