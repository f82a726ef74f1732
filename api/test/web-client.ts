import { uuidv7 } from 'uuidv7';
import { apiBase } from '@daybook/contracts/endpoint';
import type { Method } from '@daybook/contracts/endpoint';

/** `status` 0: the connection ended before the server answered. */
export interface Answer {
  status: number;
  code?: string;
  data?: unknown;
}

interface Request {
  method?: Method;
  path: string;
  body?: unknown;
  version?: number;
  key?: string;
  /** How long the caller waits for the answer. */
  withinMs?: number;
}

/** Calls a server over the network, as a browser does: every write has an idempotency key of its own. */
export async function send(
  url: string,
  token: string,
  { method = 'GET', path, body, version, key = uuidv7(), withinMs = 60_000 }: Request,
): Promise<Answer> {
  try {
    const answer = await fetch(url + apiBase + path, {
      method,
      signal: AbortSignal.timeout(withinMs),
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
        ...(version === undefined ? {} : { 'if-match': String(version) }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const { code, data } = (await answer.json()) as { code?: string; data?: unknown };
    return { status: answer.status, ...(code === undefined ? {} : { code }), data };
  } catch {
    return { status: 0 };
  }
}
