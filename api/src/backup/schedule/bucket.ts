import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { BackupFault } from '@daybook/contracts/settings/backups/backups';
import { addressOf } from '../../backup-places.ts';
import type { BucketAccess } from '../../backup-places.ts';
import { BackupFailed } from './fault.ts';
import { requestOfBucket } from './request-of-bucket.ts';

export interface Part {
  partNumber: number;
  etag: string;
}

/** The objects of a bucket, by the names of the files. What fails is a BackupFailed. */
export interface Bucket {
  address: string;
  put(name: string, content: Buffer): Promise<void>;
  /** Null if there is no such object. */
  sizeOf(name: string): Promise<number | null>;
  /** All of it, or its first bytes. */
  read(name: string, first?: number): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** An object is written in parts, and is not there until it is complete. */
  begin(name: string): Promise<string>;
  putPart(name: string, upload: string, no: number, content: Buffer): Promise<Part>;
  complete(name: string, upload: string, parts: Part[]): Promise<void>;
  abort(name: string, upload: string): Promise<void>;
}

const ofService: Readonly<Record<string, BackupFault>> = {
  InvalidAccessKeyId: 'BUCKET_KEY_REFUSED',
  SignatureDoesNotMatch: 'BUCKET_KEY_REFUSED',
  NoSuchBucket: 'BUCKET_MISSING',
  RequestTimeTooSkewed: 'BUCKET_CLOCK_SKEWED',
  AccessDenied: 'BUCKET_NOT_PERMITTED',
  AllAccessDisabled: 'BUCKET_NOT_PERMITTED',
  PermanentRedirect: 'BUCKET_REGION_WRONG',
  AuthorizationHeaderMalformed: 'BUCKET_REGION_WRONG',
  NoSuchKey: 'FILE_MISSING',
};

/** An error of the library may be wrapped in another one. */
function serviceErrorOf(error: unknown): S3ServiceError | null {
  if (error instanceof S3ServiceError) return error;
  const { cause } = (error ?? {}) as { cause?: unknown };
  return cause === undefined ? null : serviceErrorOf(cause);
}

/** The code in the answer, whatever the answer says of its own type. */
const codeOf = ({ serviceCode, body }: S3ServiceError): string =>
  /<Code>(\w+)<\/Code>/.exec(body ?? '')?.[1] ?? serviceCode ?? 'Unknown';

/** What answered without being S3 storage is not described, because that would scan the network. */
function failureOf(error: unknown): BackupFailed {
  if (error instanceof BackupFailed) return error;
  const answer = serviceErrorOf(error);
  if (answer === null) return new BackupFailed('BUCKET_UNREACHABLE');
  const code = codeOf(answer);
  const fault = ofService[code];
  if (fault !== undefined) return new BackupFailed(fault, code);
  // An answer without a body.
  if (answer.status === 403) return new BackupFailed('BUCKET_NOT_PERMITTED');
  return code === 'Unknown'
    ? new BackupFailed('BUCKET_UNREACHABLE')
    : new BackupFailed('UNEXPECTED', `${answer.status} ${code}`);
}

async function reported<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

/** An answer may also break off. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Storage says that it is busy, or the network fails for a moment. */
const isPassing = (error: unknown): boolean => (serviceErrorOf(error)?.status ?? 500) >= 500;
const pausesMs = [500, 2_000, 8_000];

async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await wait(pauseMs);
    }
  }
  return work();
}

/** With `patienceMs`, a request that takes longer fails; without, what makes no progress for five minutes. */
export function openBucket(access: BucketAccess, patienceMs?: number): Bucket {
  const s3 = new S3mini({
    accessKeyId: access.keyId,
    secretAccessKey: access.secret,
    endpoint: `${access.endpoint}/${access.name}`,
    region: access.region,
    fetch: requestOfBucket,
    ...(patienceMs !== undefined && { requestAbortTimeout: patienceMs }),
  });
  const keyOf = (name: string) => (access.prefix === '' ? name : `${access.prefix}/${name}`);
  const sizeOf = async (name: string) => {
    try {
      return await s3.getContentLength(keyOf(name));
    } catch (error) {
      if (serviceErrorOf(error)?.status === 404) return null;
      throw error;
    }
  };
  const read = async (name: string, first?: number) => {
    const { body } = await s3.getObjectRaw(keyOf(name), first === undefined, 0, first);
    if (body === null) throw new BackupFailed('FILE_MISSING');
    return Readable.from(piecesOf(body), { objectMode: false });
  };
  return {
    address: addressOf(access),
    put: (name, content) => reported(async () => void (await s3.putObject(keyOf(name), content))),
    sizeOf: (name) => reported(() => sizeOf(name)),
    read: (name, first) => reported(() => read(name, first)),
    remove: (name) => reported(async () => void (await s3.deleteObject(keyOf(name)))),
    begin: (name) => reported(() => s3.getMultipartUploadId(keyOf(name))),
    putPart: (name, upload, no, content) =>
      reported(() => persistently(() => s3.uploadPart(keyOf(name), upload, content, no))),
    complete: (name, upload, parts) =>
      reported(async () => void (await s3.completeMultipartUpload(keyOf(name), upload, parts))),
    abort: (name, upload) => reported(async () => void (await s3.abortMultipartUpload(keyOf(name), upload))),
  };
}
