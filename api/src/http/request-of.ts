import type { InjectOptions } from 'fastify';
import { apiBase, pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { bytesType } from './spool-upload.ts';

export interface CallOptions {
  version?: number | undefined;
  key?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** The content of an upload. */
  file?: Buffer | undefined;
}

/** The request that calls an endpoint, for a caller in this process. */
export function requestOf(
  endpoint: Endpoint,
  input: object,
  { version, key, headers, file = Buffer.alloc(0) }: CallOptions = {},
): InjectOptions & { url: string } {
  const given = input as Record<string, unknown>;
  const inPath = pathParams(endpoint.path);
  let url = apiBase + endpoint.path;
  for (const name of inPath) url = url.replace(`:${name}`, encodeURIComponent(String(given[name])));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.includes(name)));
  const query = new URLSearchParams();
  if (endpoint.method === 'GET' || endpoint.upload) {
    const { filter, ...plain } = rest as Record<string, string | number> & {
      filter?: Record<string, unknown>;
    };
    for (const [name, value] of Object.entries(plain))
      if (value !== undefined) query.append(name, String(value));
    for (const [name, value] of Object.entries(filter ?? {})) {
      for (const one of [value].flat()) query.append(`filter[${name}]`, String(one));
    }
  }
  return {
    method: endpoint.method,
    url: query.size > 0 ? `${url}?${query.toString()}` : url,
    headers: {
      ...(version === undefined ? {} : { 'if-match': String(version) }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(endpoint.upload ? { 'content-type': bytesType } : {}),
      ...headers,
    },
    ...(endpoint.method === 'GET' ? {} : { payload: endpoint.upload ? file : rest }),
  };
}
