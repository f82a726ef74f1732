/** What could not be loaded: the kind of failure, the address asked for and a code (product.md §6). */
export interface Failure {
  type: string;
  address: string;
  code: string;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const addressIn = (message: string): string | null =>
  /(?:https?:\/\/[^\s"')]+|\/mf\/[^\s"')]+)/.exec(message)?.[0] ?? null;

/** Reads webpack's and the federation runtime's errors; `fallback` is the address that was wanted in the first place. */
export function describeFailure(error: unknown, fallback: string): Failure {
  if (!(error instanceof Error)) return { type: 'error', address: fallback, code: 'LOAD_FAILED' };
  const { code, type, request } = error as Error & { code?: unknown; type?: unknown; request?: unknown };
  const address = text(request) ?? addressIn(error.message) ?? fallback;
  if (error.name === 'ChunkLoadError') {
    return { type: text(type) ?? 'error', address, code: text(code) ?? 'CHUNK_LOAD_FAILED' };
  }
  const kind = /timed? ?out|abort/i.test(error.message) ? 'timeout' : 'error';
  if (error.message.includes('RUNTIME-003')) return { type: kind, address, code: 'MANIFEST_LOAD_FAILED' };
  if (error.message.includes('RUNTIME-')) return { type: kind, address, code: 'REMOTE_LOAD_FAILED' };
  return { type: error.message, address: fallback, code: text(code) ?? 'SCREEN_FAILED' };
}
