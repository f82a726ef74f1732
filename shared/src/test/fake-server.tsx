import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import {
  pathParams,
  type Endpoint,
  type Endpoints,
  type ParsedInputOf,
  type ReplyOf,
} from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { listColumns } from '@daybook/contracts/list-columns';
import { refusalTexts } from '@daybook/contracts/refusal-texts';
import { Refusal, statusOf } from '@daybook/contracts/refusals';
import { http } from '@daybook/shared/call';
import { currentLanguage } from '@daybook/shared/i18n';
import { underWay } from './disturbances.ts';

/** What a handler receives, the same as the handlers of the real server. */
export interface FakeCall<E extends Endpoint> {
  input: ParsedInputOf<E>;
  version: number;
}
export type FakeHandlers<Es extends Endpoints> = {
  [Name in keyof Es]?: (call: FakeCall<Es[Name]>) => ReplyOf<Es[Name]> | Promise<ReplyOf<Es[Name]>>;
};

export interface FakeRequest {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  version: number | null;
  idempotencyKey: string | null;
}

interface FakeRoute {
  endpoint: Endpoint;
  handle: (call: { input: never; version: number }) => unknown;
}

/**
 * A server for tests. It parses and answers by the contract, late and out of order, remembers idempotency keys, and
 * refuses requests without a handler.
 */
export class FakeServer {
  readonly requests: FakeRequest[] = [];
  readonly #routes: FakeRoute[] = [];
  readonly #replies = new Map<string, unknown>();
  #losesNextAnswer = false;
  /** Sent with every answer. */
  headers: Record<string, string> = {};

  constructor() {
    http.defaults.adapter = async (config) => {
      try {
        return await this.#answer(config);
      } finally {
        await underWay();
      }
    };
    // Every list asks for them; nobody has chosen any unless a test says so.
    this.also(listColumns, { list: () => [] });
  }

  also<Es extends Endpoints>(endpoints: Es, handlers: FakeHandlers<Es>): this {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handle = handlers[name as keyof Es];
      if (handle !== undefined) this.#routes.unshift({ endpoint, handle });
    }
    return this;
  }

  /** The next write is done, but its answer is lost. */
  loseNextAnswer(): void {
    this.#losesNextAnswer = true;
  }

  /** The requests to one endpoint, oldest first. */
  requestsTo(endpoint: Endpoint): FakeRequest[] {
    return this.requests.filter((request) => request.endpoint === endpoint);
  }

  async #answer(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
    const reply = (status: number, data: unknown): AxiosResponse => ({
      config,
      status,
      statusText: '',
      headers: this.headers,
      data:
        config.responseType === 'blob' && !(data instanceof Blob) ? new Blob([JSON.stringify(data)]) : data,
    });
    try {
      const data = await this.#handle(config);
      return reply(200, config.responseType === 'blob' ? data : { status: true, data });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return reply(statusOf(error.code), envelopeOf(error));
    }
  }

  async #handle(config: InternalAxiosRequestConfig): Promise<unknown> {
    const { route, given } = this.#routeOf(config);
    const { endpoint } = route;
    const request = requestOf(endpoint, given, config);
    this.requests.push(request);
    const key = request.idempotencyKey;
    if (key !== null && this.#replies.has(key)) return this.#replies.get(key);
    const parsed = endpoint.input.safeParse(given);
    if (!parsed.success) throw new Refusal('INPUT_INVALID', {}, fieldRefusals(parsed.error, given));
    const answer = await route.handle({ input: parsed.data as never, version: request.version ?? 0 });
    const data = endpoint.file ? answer : endpoint.output.parse(answer);
    if (key !== null) this.#replies.set(key, data);
    if (this.#losesNextAnswer && !endpoint.reads) {
      this.#losesNextAnswer = false;
      throw lostConnection();
    }
    return data;
  }

  #routeOf(config: InternalAxiosRequestConfig): { route: FakeRoute; given: Record<string, unknown> } {
    // As on the real server, `/services/total` takes precedence over `/services/:id`.
    const literalFirst = this.#routes.toSorted((a, b) => paramsIn(a) - paramsIn(b));
    for (const route of literalFirst) {
      const params = pathMatch(route.endpoint.path, config.url ?? '');
      const isSame = route.endpoint.method.toLowerCase() === config.method?.toLowerCase();
      if (params !== null && isSame) return { route, given: { ...inputOf(config), ...params } };
    }
    throw new Error(`this test has no handler for ${config.method} ${config.url}`);
  }
}

/** The server of one test. `also` adds endpoints; a later handler takes precedence over an earlier one. */
export const fakeServer = <Es extends Endpoints>(endpoints: Es, handlers: FakeHandlers<Es>): FakeServer =>
  new FakeServer().also(endpoints, handlers);

/** What a handler throws if the connection breaks before the work is done. */
export const lostConnection = (): Error => new AxiosError('Network Error', AxiosError.ERR_NETWORK);

function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  config: InternalAxiosRequestConfig,
): FakeRequest {
  const header = (name: string) => (config.headers.get(name) as string | undefined) ?? null;
  const version = header('If-Match');
  return {
    endpoint,
    input,
    version: version === null ? null : Number(version),
    idempotencyKey: header('Idempotency-Key'),
  };
}

const paramsIn = (route: FakeRoute): number => pathParams(route.endpoint.path).length;

function pathMatch(path: string, url: string): Record<string, string> | null {
  const pattern = path.replaceAll(/:([a-zA-Z]+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}$`).exec(url);
  if (match === null) return null;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

/** The body, or the query with `filter[x]` as nested objects. */
function inputOf(config: InternalAxiosRequestConfig): Record<string, unknown> {
  if (typeof config.data === 'string') return JSON.parse(config.data) as Record<string, unknown>;
  const input: Record<string, unknown> = {};
  const filter: Record<string, unknown> = {};
  const params = config.params instanceof URLSearchParams ? config.params : new URLSearchParams();
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key);
    const value = values.length > 1 ? values : values[0];
    const name = /^filter\[(\w+)\]$/.exec(key)?.[1];
    if (name === undefined) input[key] = value;
    else filter[name] = value;
  }
  return Object.keys(filter).length > 0 ? { ...input, filter } : input;
}

const envelopeOf = ({ code, params: { current, ...params }, fields }: Refusal) => ({
  status: false,
  code,
  message: refusalTexts[currentLanguage()][code],
  errors: fields,
  params,
  traceId: 'test-trace',
  data: current,
});
