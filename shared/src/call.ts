import axios, { type AxiosProgressEvent } from 'axios';
import {
  apiBase,
  asOfHeader,
  pathParams,
  type Endpoint,
  type InputOf,
  type OutputOf,
} from '@daybook/contracts/endpoint';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';
import { noteFigures } from '@daybook/shared/figures-as-of';
import { i18n } from '@daybook/shared/i18n';
import { isEnvelope, readsAhead, type Answer, type EarlyRead } from './reads-ahead.ts';

/** A refusal, or a lost connection (`NETWORK`). Recognised by `code` (docs/rules.md#refusals). */
export class ApiRefusal extends Error {
  readonly code: RefusalCode | 'NETWORK';
  readonly fields: FieldRefusals;
  /** The figures of its message: the seconds to wait, the date of the closed period. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly traceId: string | null;
  /** Data from the server: the current record with 412, the list of references with REFERENCED. */
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

/** The input itself was refused, so sending it again would be refused too. */
export const isFinal = (error: unknown): boolean => isRefusal(error) && error.code === 'INPUT_INVALID';

/** What a call needs from the session and reports to it. The session provides it, so that the two modules do not import each other. */
export interface Caller {
  token: () => string | null;
  /** A call with this token was answered 401: the session is over. Resolves to whether to send the call again, after another sign-in. */
  ended: (used: string | null, isWrite: boolean) => Promise<boolean>;
  /** Called when the person must first complete a step, such as setting up two-factor sign-in. */
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

/** The only axios instance. A refusal is an answer, so no status throws. */
export const http = axios.create({
  baseURL: apiBase,
  validateStatus: () => true,
  adapter: 'xhr',
  // The API sets no cookie, so none is read.
  xsrfCookieName: '',
});

export interface CallOptions {
  /** The version of the record that the call changes (If-Match, docs/rules.md#versions). */
  version?: number;
  /** The same for all retries of one attempt, so that a resend after a lost answer has no second effect. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Fails instead of waiting for another sign-in when the session is over: for the request that reads the signed-in person. */
  waits?: false;
  /** Receives the number of exports ahead of this one while it waits; 0 when its turn comes. */
  onWait?: (before: number) => void;
  /** Sent by the page and not by the person: after the person has declined to sign in, it does not ask again. */
  byItself?: true;
}

/** Calls the API and returns the endpoint's output. Throws an `ApiRefusal` for every refusal and for a lost connection. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return answerOf(await send(endpoint, input, options)) as OutputOf<E>;
}

function answerOf({ data: body }: Answer): unknown {
  if (isEnvelope(body) && body.status) return body.data;
  const refusal = refusalOf(body);
  if (requiredSteps.has(refusal.code)) caller.owes();
  throw refusal;
}

const requiredSteps = new Set<ApiRefusal['code']>(['PASSWORD_CHANGE_REQUIRED', 'TOTP_ENROL_REQUIRED']);

/** Downloads a file, named by the answer. An export that waits for its turn is requested again; the server keeps its place. */
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

/** Uploads a file unchanged; the other input goes into the address. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return answerOf(await send(endpoint, input, options, file)) as OutputOf<E>;
}

const ahead = readsAhead(({ token, language }) => token === caller.token() && language === i18n.language);

/** Keeps a read for the first identical call within 10 s. */
export const keepAhead = (read: EarlyRead): void => ahead.keep(read);

/** Requests what a screen will read before its code is loaded. The first identical call within 10 s uses the answer. */
export function askAhead(path: string, query: URLSearchParams): void {
  const address = `${path}?${query}`;
  if (ahead.has(address)) return;
  const answer = http.request({
    method: 'GET',
    url: path,
    params: query,
    headers: readerHeaders(),
    responseType: 'json',
  });
  ahead.keep({
    address,
    token: caller.token(),
    language: i18n.language,
    answer,
    askedAt: performance.now(),
  });
}

/**
 * The output of an identical read that was sent ahead, if it has come, so that a screen is drawn with it at once. Undefined otherwise: then
 * the call waits for the answer. A refusal is left to the call too.
 */
export function outputAhead<E extends Endpoint>(endpoint: E, input: InputOf<E>): OutputOf<E> | undefined {
  if (!isPlainRead(endpoint)) return undefined;
  const { path, rest } = splitPath(endpoint, input);
  const answer = ahead.takeOutput(`${path}?${queryOf(rest)}`);
  if (answer === undefined) return undefined;
  noteFiguresOf(endpoint, answer);
  // Not while a screen is being drawn.
  queueMicrotask(() => tellVersions(answer));
  return answerOf(answer) as OutputOf<E>;
}

function noteFiguresOf({ report, file }: Endpoint, answer: Answer): void {
  if (report && !file && isEnvelope(answer.data) && answer.data.status)
    noteFigures(answer.data.data, header(answer, asOfHeader.toLowerCase()), header(answer, 'date'));
}

const isPlainRead = (endpoint: Endpoint): boolean => endpoint.method === 'GET' && !endpoint.file;

async function send(endpoint: Endpoint, input: object, options: CallOptions, file?: Blob): Promise<Answer> {
  const { path, rest } = splitPath(endpoint, input as Record<string, unknown>);
  const inQuery = endpoint.method === 'GET' || endpoint.upload;
  const query = inQuery ? queryOf(rest) : undefined;
  // A list that was requested before a write does not contain the change.
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
  const early = isPlainRead(endpoint) && query ? ahead.take(`${path}?${query}`) : undefined;
  let used = caller.token();
  let response = await answered(early ? () => early.catch(ask) : ask);
  while (response.status === 401 && endpoint.allow !== 'public') {
    const goesOn = caller.ended(used, !endpoint.reads && options.byItself !== true);
    if (options.waits === false || !(await goesOn) || options.signal?.aborted === true) break;
    used = caller.token();
    response = await answered(ask);
  }
  noteFiguresOf(endpoint, response);
  return response;
}

async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  let response: Answer;
  try {
    response = await ask();
  } catch (error) {
    if (axios.isCancel(error)) throw error;
    throw new ApiRefusal('NETWORK', 'Error');
  }
  tellVersions(response);
  return response;
}

const tellVersions = (response: Answer) =>
  caller.seen({
    permission: header(response, 'x-permission-version'),
    contract: header(response, 'x-contract-version'),
  });

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

/** `filter: { status: ['a', 'b'] }` becomes `filter[status]=a&filter[status]=b`; absent values are left out. */
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

/** A gateway's own error page has no envelope; it only shows that the server cannot be reached. */
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

const header = (response: Answer, name: string): string | null => {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : null;
};

function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'file';
}
