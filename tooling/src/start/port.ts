import { createServer } from 'node:net';

/** Checked before the build, so that nobody waits for the build only to learn that the port is in use. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  // The server's own check of its settings reports an invalid PORT.
  if (!Number.isInteger(port)) return;
  const fault = await faultOf(host, port);
  if (fault !== undefined) throw new Error(messageOf(fault, host, port), { cause: fault });
  // A browser tries localhost over IPv6 first, so another program there would answer in our place.
  const other = host === '127.0.0.1' ? await faultOf('::1', port) : undefined;
  if (codeOf(other) === 'EADDRINUSE') throw new Error(messageOf(other, '::1', port), { cause: other });
}

async function faultOf(host: string, port: number): Promise<unknown> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    return error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return undefined;
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error && 'code' in error ? error.code : undefined;

function messageOf(error: unknown, host: string, port: number): string {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`;
  }
  if (code === 'EACCES')
    return `Port ${port} is reserved for root. Choose one from 1024: PORT=3000 npm start`;
  return `Cannot listen on HOST=${host} PORT=${port}: ${String(error)}`;
}
