import { randomUUID } from 'node:crypto';
import { apiBase, pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';

interface Reply {
  status: boolean;
  data: unknown;
}

export type ApiClient = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  version?: number,
  /** The content of an upload. */
  file?: string,
) => Promise<OutputOf<E>>;

/** Calls the API as the browser does, to create what a flow needs before it begins. */
export const apiClient =
  (url: string, token: string): ApiClient =>
  async (endpoint, input, version, file) => {
    const inPath = pathParams(endpoint.path);
    const values = input as Record<string, unknown>;
    const path = inPath.reduce((made, name) => made.replace(`:${name}`, String(values[name])), endpoint.path);
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.includes(name)));
    const isInQuery = endpoint.method === 'GET' || endpoint.upload;
    const query = isInQuery ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : '';
    const answer = await fetch(url + apiBase + path + query, {
      method: endpoint.method,
      headers: {
        'content-type': endpoint.upload ? 'application/octet-stream' : 'application/json',
        'idempotency-key': randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(version === undefined ? {} : { 'if-match': String(version) }),
      },
      ...(endpoint.method === 'GET' ? {} : { body: file ?? JSON.stringify(rest) }),
    });
    const body = (await answer.json()) as Reply;
    if (!body.status) throw new Error(`${endpoint.method} ${path}: ${JSON.stringify(body)}`);
    return body.data as OutputOf<typeof endpoint>;
  };
