import S3rver from '@20minutes/s3rver';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BucketAccess } from '../src/backup-places.ts';

/** What the server does with each request before it looks at it. */
export type Disturbance = (request: IncomingMessage, response: ServerResponse) => void;

/** S3-compatible storage with an empty bucket. */
export interface S3Server {
  access: BucketAccess;
  /** The requests that were made, as method and address. */
  requests: string[];
  /** The names of all objects, and of the parts that belong to none yet. */
  objects(): Promise<string[]>;
  uploads(): Promise<string[]>;
  disturb(how: Disturbance | null): void;
  stop(): Promise<void>;
}

/** The package does not know AbortMultipartUpload: it takes parts and completes them. */
function endUpload(uploads: string, { url = '' }: IncomingMessage, response: ServerResponse): void {
  const upload = new URL(url, 'http://localhost').searchParams.get('uploadId');
  if (upload === null) return;
  rmSync(path.join(uploads, path.basename(upload)), { recursive: true, force: true });
  response.writeHead(204).end();
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'daybook-s3-'));
  const name = 'firm-backups';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name }],
  });
  const { port } = await server.run();
  const requests: string[] = [];
  const uploadsFolder = path.join(directory, name, '._S3rver_uploads');
  let disturbance: Disturbance | null = null;
  server.httpServer.prependListener('request', (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    disturbance?.(request, response);
    if (request.method === 'DELETE') endUpload(uploadsFolder, request, response);
  });
  const found = async () => readdir(path.join(directory, name), { recursive: true });
  return {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      name,
      prefix: 'daybook/paris',
      keyId: 'S3RVER',
      secret: 'S3RVER',
    },
    requests,
    objects: async () =>
      (await found())
        .flatMap((file) => /^(?!.*_S3rver_uploads)(.*)\._S3rver_object$/.exec(file)?.[1] ?? [])
        .toSorted(),
    uploads: async () => (await found()).filter((file) => /_S3rver_uploads\/[^/]+$/.test(file)),
    disturb: (how) => {
      disturbance = how;
    },
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
