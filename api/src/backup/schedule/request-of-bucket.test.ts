import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestOfBucket } from './request-of-bucket.ts';

const refused = /own network link/;

/** The names of this test lead to these addresses, as a name server of somebody else would have it. */
function namesLeadTo(...addresses: LookupAddress[]): void {
  const answer = (_host: string, _options: object, found: (error: null, all: LookupAddress[]) => void) =>
    found(null, addresses);
  jest.spyOn(dns, 'lookup').mockImplementation(answer as typeof dns.lookup);
}
afterEach(() => jest.restoreAllMocks());

// docs/operate.md#every-night
describe('a request to a bucket', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://0xA9FEA9FE/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
  ])('does not go to %s, where a cloud tells a machine its keys', async (address) => {
    await expect(requestOfBucket(address)).rejects.toThrow(refused);
  });

  it('does not go there by a name either', async () => {
    namesLeadTo({ address: '169.254.169.254', family: 4 });
    await expect(requestOfBucket('http://storage.example/')).rejects.toThrow(refused);
    namesLeadTo({ address: '10.0.0.7', family: 4 }, { address: 'fe80::1%eth0', family: 6 });
    await expect(requestOfBucket('http://storage.example/')).rejects.toThrow(refused);
  });

  describe('to a server of the firm', () => {
    let server: Server;
    let port: number;
    let got = '';
    beforeAll(async () => {
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          got = `${request.method} ${request.headers.host} ${body}`;
          if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
          else if (request.url === '/none') response.writeHead(204).end();
          else response.writeHead(200, { etag: '"1"' }).end('stored');
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ({ port } = server.address() as AddressInfo);
    });
    afterAll(() => server.close());

    it('goes there by its name, with what it sends', async () => {
      namesLeadTo({ address: '127.0.0.1', family: 4 });
      const address = `http://minio.firm.example:${port}/`;
      const answer = await requestOfBucket(address, { method: 'PUT', body: Buffer.from('part') });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
        200,
        '"1"',
        'stored',
      ]);
      expect(got).toBe(`PUT minio.firm.example:${port} part`);
    });

    it('follows no redirect, and takes an answer without a body', async () => {
      expect((await requestOfBucket(`http://127.0.0.1:${port}/moved`)).status).toBe(302);
      expect(await (await requestOfBucket(`http://127.0.0.1:${port}/none`)).text()).toBe('');
    });
  });
});
