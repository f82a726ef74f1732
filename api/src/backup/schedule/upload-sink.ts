import { Duplex } from 'node:stream';
import type { Writable } from 'node:stream';
import type { Bucket, Part } from './bucket.ts';

/** A bucket takes 10,000 parts of an object, so this allows 160 GB; one part at a time is in memory. */
const partBytes = 16 * 1024 * 1024;

async function* inParts(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < size) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

/** Sends what it is given in parts, and completes the object at the end. Whoever gives up ends the upload. */
export function uploadSink(bucket: Bucket, name: string, upload: string, size = partBytes): Writable {
  return Duplex.from(async (chunks: AsyncIterable<Buffer>) => {
    const parts: Part[] = [];
    for await (const content of inParts(chunks, size))
      parts.push(await bucket.putPart(name, upload, parts.length + 1, content));
    await bucket.complete(name, upload, parts);
  });
}
