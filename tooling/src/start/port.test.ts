import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { assertPortFree } from './port.ts';

describe('assertPortFree', () => {
  it('says what to do if the port is in use, and leaves a free port free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(
        `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      );
    } finally {
      other.close();
    }
    await once(other, 'close');
    await assertPortFree('127.0.0.1', port);
    await expect(assertPortFree('127.0.0.1', port)).resolves.toBeUndefined();
  });

  it('reports another program that answers localhost over IPv6', async () => {
    const other = createServer().listen({ host: '::1', port: 0, ipv6Only: true });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(
        `Port ${port} is in use by another program`,
      );
    } finally {
      other.close();
    }
  });

  it('names HOST when it is not an address of this machine', async () => {
    await expect(assertPortFree('203.0.113.1', 3000)).rejects.toThrow(
      'Cannot listen on HOST=203.0.113.1 PORT=3000',
    );
  });
});
