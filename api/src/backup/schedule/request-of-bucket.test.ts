import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { requestOfBucket } from './request-of-bucket.ts';

const refused = /where clouds tell a machine its own keys/;

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
    'http://100.100.100.200/latest/meta-data',
    'http://192.0.0.192/opc/v1',
    'http://168.63.129.16/machine',
  ])('does not go to %s, where a cloud tells a machine its keys', async (address) => {
    await expect(requestOfBucket(address)).rejects.toThrow(refused);
  });

  it('does not go there by a name either', async () => {
    namesLeadTo({ address: '169.254.169.254', family: 4 });
    await expect(requestOfBucket('http://storage.example/')).rejects.toThrow(refused);
    namesLeadTo({ address: '10.0.0.7', family: 4 }, { address: 'fe80::1%eth0', family: 6 });
    await expect(requestOfBucket('http://storage.example/')).rejects.toThrow(refused);
  });

  it('fails where a server answers what HTTP does not know', async () => {
    const server = createSocketServer((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 999 Strange\r\ncontent-length: 2\r\n\r\nno')),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      await expect(requestOfBucket(`http://127.0.0.1:${port}/`)).rejects.toThrow(/200 to 599/);
    } finally {
      server.close();
    }
  });

  it('fails after ten seconds if nobody takes the connection', async () => {
    // The name server keeps it waiting, as an address that drops every packet would.
    jest.spyOn(dns, 'lookup').mockImplementation(() => undefined);
    const begun = performance.now();
    await expect(requestOfBucket('http://storage.example/')).rejects.toThrow('the bucket fell silent');
    expect(performance.now() - begun).toBeGreaterThan(9_000);
  }, 30_000);

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
