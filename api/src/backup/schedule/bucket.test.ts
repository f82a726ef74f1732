import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { startS3Server } from '../../../test/s3-server.ts';
import type { Disturbance, S3Server } from '../../../test/s3-server.ts';
import type { BucketAccess } from '../../backup-places.ts';
import { bucketOfUrl } from '../../backup-places.ts';
import { openBucket } from './bucket.ts';
import { faultOfBucket } from './bucket-store.ts';
import { uploadSink } from './upload-sink.ts';

jest.setTimeout(60_000);

let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
afterEach(() => server.disturb(null));

const megabyte = 1024 * 1024;
const contentOf = async (source: Readable) => {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

describe('a bucket', () => {
  it('gets an object in parts, which is not there before it is complete', async () => {
    const bucket = openBucket(server.access);
    const content = randomBytes(12 * megabyte + 17);
    const upload = await bucket.begin('large.bin');
    const sink = uploadSink(bucket, 'large.bin', upload, 5 * megabyte);
    async function* slowly() {
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
      expect(await bucket.sizeOf('large.bin')).toBeNull();
    }
    await pipeline(Readable.from(slowly()), sink);
    expect(server.requests.filter((request) => /^PUT .*partNumber=\d/.test(request))).toHaveLength(3);
    expect(await bucket.sizeOf('large.bin')).toBe(content.length);
    expect((await contentOf(await bucket.read('large.bin'))).equals(content)).toBe(true);
    expect(await contentOf(await bucket.read('large.bin', 22))).toEqual(content.subarray(0, 22));
    expect(await server.objects()).toEqual(['daybook/paris/large.bin']);
    await bucket.remove('large.bin');
    expect([await bucket.sizeOf('large.bin'), await server.objects()]).toEqual([null, []]);
  });

  it('keeps nothing of an upload that was given up', async () => {
    const bucket = openBucket(server.access);
    const upload = await bucket.begin('half.bin');
    await bucket.putPart('half.bin', upload, 1, randomBytes(1_000));
    expect(await server.uploads()).not.toEqual([]);
    await bucket.abort('half.bin', upload);
    expect([await server.objects(), await server.uploads()]).toEqual([[], []]);
  });

  it('is tried again where the storage is busy for a moment', async () => {
    const bucket = openBucket(server.access);
    const upload = await bucket.begin('patient.bin');
    let left = 1;
    server.disturb((_request, response) => {
      if (left-- > 0)
        response
          .writeHead(503, { 'content-type': 'application/xml' })
          .end('<Error><Code>SlowDown</Code></Error>');
    });
    const part = await bucket.putPart('patient.bin', upload, 1, Buffer.from('content'));
    await bucket.complete('patient.bin', upload, [part]);
    expect(await bucket.sizeOf('patient.bin')).toBe(7);
    await bucket.remove('patient.bin');
  });
});

const lateBy =
  (hours: number): Disturbance =>
  (request) => {
    request.headers['x-amz-date'] = new Date(Date.now() - hours * 3_600_000).toISOString();
  };
const answering =
  (status: number, body: string): Disturbance =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'text/xml; charset=utf-8', location: 'http://127.0.0.1:1/' })
      .end(body);
  };

describe('a bucket that cannot be written', () => {
  it('is told from one that can, of which nothing is left', async () => {
    expect([await faultOfBucket(server.access), await server.objects()]).toEqual([null, []]);
  });

  it.each<[string, Partial<BucketAccess>, string]>([
    ['a key that is not known', { keyId: 'NOBODY' }, 'BUCKET_KEY_REFUSED'],
    ['a wrong secret', { secret: 'wrong' }, 'BUCKET_KEY_REFUSED'],
    ['a bucket that does not exist', { name: 'no-such-bucket' }, 'BUCKET_MISSING'],
    ['a port where nobody listens', { endpoint: 'http://127.0.0.1:1' }, 'BUCKET_UNREACHABLE'],
    ['a name that no server has', { endpoint: 'http://storage.invalid' }, 'BUCKET_UNREACHABLE'],
  ])('says so of %s', async (_what, changes, fault) => {
    expect(await faultOfBucket({ ...server.access, ...changes })).toBe(fault);
  });

  it.each<[string, Disturbance, string]>([
    ['a clock that is wrong', lateBy(1), 'BUCKET_CLOCK_SKEWED'],
    [
      'a key without rights',
      answering(403, '<Error><Code>AccessDenied</Code></Error>'),
      'BUCKET_NOT_PERMITTED',
    ],
    [
      'another region',
      answering(301, '<Error><Code>PermanentRedirect</Code></Error>'),
      'BUCKET_REGION_WRONG',
    ],
    ['a web page, of which nothing is shown', answering(404, '<html>Router</html>'), 'BUCKET_UNREACHABLE'],
    ['a redirect to another server', answering(307, ''), 'BUCKET_UNREACHABLE'],
  ])('says so of %s', async (_what, how, fault) => {
    server.disturb(how);
    expect(await faultOfBucket(server.access)).toBe(fault);
  });

  it('says so of a server that does not answer, after a few seconds', async () => {
    const silent = createServer();
    const { port } = await new Promise<AddressInfo>((resolve) => {
      silent.listen(0, '127.0.0.1', () => resolve(silent.address() as AddressInfo));
    });
    const endpoint = `http://127.0.0.1:${port}`;
    expect(await faultOfBucket({ ...server.access, endpoint })).toBe('BUCKET_UNREACHABLE');
    silent.closeAllConnections();
    silent.close();
  });
});

describe('the bucket of the environment', () => {
  it('is an address with the key in it', () => {
    expect(bucketOfUrl('https://AK%2FID:s%3Acret@s3.example.com/firm/day/book/?region=eu-west-3')).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'eu-west-3',
      name: 'firm',
      prefix: 'day/book',
      keyId: 'AK/ID',
      secret: 's:cret',
    });
    expect(bucketOfUrl('https://s3.example.com/firm')).toBeNull();
    expect(bucketOfUrl('https://key:secret@s3.example.com/')).toBeNull();
  });
});
