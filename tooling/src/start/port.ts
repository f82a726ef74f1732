import { createServer } from 'node:net';

/** Asked before the long work, so that a newcomer does not wait for a build to learn of it. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  // The server's own check of its settings names PORT.
  if (!Number.isInteger(port)) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw new Error(messageOf(error, host, port), { cause: error });
  }
  await new Promise((resolve) => probe.close(resolve));
}

function messageOf(error: unknown, host: string, port: number): string {
  const code = typeof error === 'object' && error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`;
  }
  if (code === 'EACCES')
    return `Port ${port} is reserved for root. Choose one from 1024: PORT=3000 npm start`;
  return `Cannot listen on HOST=${host} PORT=${port}: ${String(error)}`;
}
