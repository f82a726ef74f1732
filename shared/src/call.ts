import axios, { type AxiosProgressEvent, type AxiosResponse } from 'axios';
import { apiBase, pathParams, type Endpoint, type InputOf, type OutputOf } from '@daybook/contracts/endpoint';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';
import { i18n } from '@daybook/shared/i18n';

/** An answer of "no", or none at all (`NETWORK`). Told apart by `code` (docs/rules.md#refusals). */
export class ApiRefusal extends Error {
  readonly code: RefusalCode | 'NETWORK';
  readonly fields: FieldRefusals;
  /** The figures of its text: the seconds to wait, the day that is locked. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly traceId: string | null;
  /** What the server sent along: the current record with 412, the list of references with REFERENCED. */
  readonly data: unknown;

  constructor(
    code: ApiRefusal['code'],
    message: string,
    rest: Partial<Pick<ApiRefusal, 'fields' | 'params' | 'traceId' | 'data'>> = {},
  ) {
    super(message);
    this.name = 'ApiRefusal';
    this.code = code;
    this.fields = rest.fields ?? {};
    this.params = rest.params ?? {};
    this.traceId = rest.traceId ?? null;
    this.data = rest.data;
  }
}

export const isRefusal = (error: unknown): error is ApiRefusal =>
  error instanceof Error && error.name === 'ApiRefusal';

/** A refusal of the input itself: the same again would be refused again. */
export const isFinal = (error: unknown): boolean => isRefusal(error) && error.code === 'INPUT_INVALID';

/** What a call needs from the session and tells it; the session fills it in, so that neither imports the other in a circle. */
export interface Caller {
  token: () => string | null;
  /** A call with this token was answered 401: the session is over. Whether to send it again, after another sign-in. */
  ended: (used: string | null, isWrite: boolean) => Promise<boolean>;
  /** The session asks something of its owner before anything else. */
  owes: () => void;
  seen: (versions: { permission: string | null; contract: string | null }) => void;
}

let caller: Caller = {
  token: () => null,
  ended: async () => false,
  owes: () => undefined,
  seen: () => undefined,
};
export const callAs = (given: Caller): void => {
  caller = given;
};

/** The one axios instance. A refusal is an answer, so no status is thrown. */
export const http = axios.create({ baseURL: apiBase, validateStatus: () => true, adapter: 'xhr' });

export interface CallOptions {
  /** The version of the record that this changes (If-Match, docs/rules.md#versions). */
  version?: number;
  /** Kept over retries of one attempt, so that a resend after a lost answer does nothing twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Does not wait for another sign-in when the session is over: the request for the signed-in person. */
  waits?: false;
  /** Told how many exports are made before this one, while it waits; 0 once it comes. */
  onWait?: (before: number) => void;
  /** Sent by the page, not by its person: once they have let a sign-in be, it does not ask for another. */
  byItself?: true;
}

/** Asks the API. Answers the endpoint's output; throws an `ApiRefusal` for every "no" and for a lost connection. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return answerOf(await send(endpoint, input, options)) as OutputOf<E>;
}

function answerOf({ data: body }: AxiosResponse<unknown>): unknown {
  if (isEnvelope(body) && body.status) return body.data;
  const refusal = refusalOf(body);
  if (requiredSteps.has(refusal.code)) caller.owes();
  throw refusal;
}

const requiredSteps = new Set<ApiRefusal['code']>(['PASSWORD_CHANGE_REQUIRED', 'TOTP_ENROL_REQUIRED']);

/** Asks for a file; its name comes from the answer. One that waits for its turn is asked for again: the server keeps its place. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<{ blob: Blob; name: string }> {
  const response = await send(endpoint, input, options);
  const blob = response.data as Blob;
  if (response.status < 300) return { blob, name: fileName(header(response, 'content-disposition')) };
  const refusal = refusalOf(parsed(await blob.text()));
  if (refusal.code !== 'EXPORT_WAITS') throw refusal;
  options.onWait?.(Number(refusal.params['before']));
  return download(endpoint, input, options);
}

/** Sends a file as it is; what else there is to say goes in the address. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return answerOf(await send(endpoint, input, options, file)) as OutputOf<E>;
}

interface Ahead {
  token: string | null;
  response: Promise<AxiosResponse>;
  until: number;
}
const ahead = new Map<string, Ahead>();
const aheadMs = 10_000;

/** Asks what a screen is going to ask, before its code is here. The first call of the same takes the answer, if it comes soon. */
export function askAhead(path: string, query: URLSearchParams): void {
  const token = caller.token();
  const response = http.request({
    method: 'GET',
    url: path,
    params: query,
    headers: readerHeaders(),
    responseType: 'json',
  });
  // Nobody may ever take it; a caller who does gets the failure.
  response.catch(() => undefined);
  ahead.set(`${path}?${query}`, { token, response, until: performance.now() + aheadMs });
}

function askedAhead(path: string, query: URLSearchParams): Promise<AxiosResponse> | undefined {
  const address = `${path}?${query}`;
  const found = ahead.get(address);
  ahead.delete(address);
  return found && found.token === caller.token() && found.until > performance.now()
    ? found.response
    : undefined;
}

async function send(
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
  file?: Blob,
): Promise<AxiosResponse> {
  const { path, rest } = splitPath(endpoint, input as Record<string, unknown>);
  const inQuery = endpoint.method === 'GET' || endpoint.upload;
  const query = inQuery ? queryOf(rest) : undefined;
  const isPlainRead = endpoint.method === 'GET' && !endpoint.file;
  // A list that was asked for before a write does not have it.
  if (!endpoint.reads) ahead.clear();
  const ask = () =>
    http.request({
      method: endpoint.method,
      url: path,
      ...(query ? { params: query } : { data: rest }),
      ...(file !== undefined && { data: file }),
      headers: headersFor(endpoint, options),
      responseType: endpoint.file ? 'blob' : 'json',
      signal: options.signal,
      ...(options.onWait && {
        onDownloadProgress: ({ event }: AxiosProgressEvent) => {
          const { target } = event as { target: XMLHttpRequest };
          if (target.status === 200) options.onWait?.(0);
        },
      }),
    });
  const early = isPlainRead && query ? askedAhead(path, query) : undefined;
  let used = caller.token();
  let response = await answered(early ? () => early.catch(ask) : ask);
  while (response.status === 401 && endpoint.allow !== 'public') {
    const goesOn = caller.ended(used, !endpoint.reads && options.byItself !== true);
    if (options.waits === false || !(await goesOn) || options.signal?.aborted === true) break;
    used = caller.token();
    response = await answered(ask);
  }
  return response;
}

async function answered(ask: () => Promise<AxiosResponse>): Promise<AxiosResponse> {
  let response: AxiosResponse;
  try {
    response = await ask();
  } catch (error) {
    if (axios.isCancel(error)) throw error;
    throw new ApiRefusal('NETWORK', 'Error');
  }
  caller.seen({
    permission: header(response, 'x-permission-version'),
    contract: header(response, 'x-contract-version'),
  });
  return response;
}

function readerHeaders(): Record<string, string> {
  const token = caller.token();
  return {
    'Accept-Language': i18n.language,
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  };
}

function headersFor(endpoint: Endpoint, options: CallOptions): Record<string, string> {
  return {
    ...readerHeaders(),
    ...(endpoint.method !== 'GET' && {
      'Content-Type': endpoint.upload ? 'application/octet-stream' : 'application/json',
    }),
    ...(!endpoint.reads && { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() }),
    ...(options.version !== undefined && { 'If-Match': String(options.version) }),
  };
}

function splitPath(endpoint: Endpoint, input: Record<string, unknown>) {
  const names = new Set(pathParams(endpoint.path));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  const path = endpoint.path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  return { path, rest };
}

type Asked = string | number | boolean | null | undefined | object;

/** `filter: { status: ['a', 'b'] }` is written `filter[status]=a&filter[status]=b`; what is absent is left out. */
export function queryOf(input: object, query = new URLSearchParams(), within = ''): URLSearchParams {
  for (const [key, value] of Object.entries(input) as [string, Asked][]) {
    const name = within === '' ? key : `${within}[${key}]`;
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value) query.append(name, String(one));
    else if (typeof value === 'object') queryOf(value, query, name);
    else query.append(name, String(value));
  }
  return query;
}

type Envelope =
  | { status: true; data: unknown }
  | {
      status: false;
      code: RefusalCode;
      message?: string;
      errors?: FieldRefusals;
      params?: Record<string, unknown>;
      traceId?: string;
      data?: unknown;
    };

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'boolean';

/** A gateway's own error page has no envelope: it says no more than that the server cannot be reached. */
function refusalOf(body: unknown): ApiRefusal {
  if (!isEnvelope(body) || body.status) return new ApiRefusal('UNAVAILABLE', 'Error');
  return new ApiRefusal(body.code, body.message ?? 'Error', {
    fields: body.errors ?? {},
    params: body.params ?? {},
    traceId: body.traceId ?? null,
    data: body.data,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const header = (response: AxiosResponse, name: string): string | null => {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : null;
};

function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'file';
}
