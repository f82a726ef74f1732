/** Why something could not be loaded: the kind of failure, the address that was requested, and a code (docs/rules.md#load-failures). */
export interface Failure {
  type: string;
  address: string;
  code: string;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Accepts the project's own codes only, not the error names of libraries. */
const named = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_]{0,59}$/.test(value) ? value : null;

const addressIn = (message: string): string | null =>
  /(?:https?:\/\/[^\s"')]+|\/mf\/[^\s"')]+)/.exec(message)?.[0] ?? null;

/** Errors of the federation runtime: the manifest or the remote's entry could not be loaded. */
const codes: Readonly<Record<string, string>> = {
  'RUNTIME-003': 'MANIFEST_LOAD_FAILED',
  'RUNTIME-001': 'REMOTE_LOAD_FAILED',
  'RUNTIME-002': 'REMOTE_LOAD_FAILED',
  'RUNTIME-008': 'REMOTE_LOAD_FAILED',
};

/** Reads the errors of webpack and of the federation runtime. `fallback` is the address that was requested originally. */
export function describeFailure(error: unknown, fallback: string): Failure {
  if (!(error instanceof Error)) return { type: 'error', address: fallback, code: 'LOAD_FAILED' };
  const { code, type, request } = error as Error & { code?: unknown; type?: unknown; request?: unknown };
  const address = text(request) ?? addressIn(error.message) ?? fallback;
  if (error.name === 'ChunkLoadError') {
    return { type: text(type) ?? 'error', address, code: named(code) ?? 'CHUNK_LOAD_FAILED' };
  }
  const known = codes[/RUNTIME-\d+/.exec(error.message)?.[0] ?? ''];
  if (known !== undefined) {
    const kind = /timed? ?out|abort/i.test(error.message) ? 'timeout' : 'error';
    return { type: kind, address, code: known };
  }
  return { type: error.message, address: fallback, code: named(code) ?? 'SCREEN_FAILED' };
}

/** Whether the remote's files could not be loaded, so that none of its code has run. */
export const isLoadFailure = (error: unknown): boolean =>
  describeFailure(error, '').code.endsWith('_LOAD_FAILED');
