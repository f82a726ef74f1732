import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { isSameOrigin } from './same-origin.ts';

const attempts = 3;
const timeouts = () => globalThis.daybookConfig?.timeouts ?? { manifestMs: 30_000, entryMs: 60_000 };

let failures = 0;
const failedBefore = new Map<string, number>();
const noteFailure = (url: string) => failedBefore.set(url, ++failures);

/** The browser holds a second request to an address until a hanging first one ends, so each attempt after a failure gets an address of its own. */
function addressFor(url: string): string {
  const failure = failedBefore.get(url);
  return failure === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}r=${failure}`;
}

const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));

async function fetchManifest(url: string, attempt = 0): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeouts().manifestMs / attempts);
    const response = await fetch(addressFor(url), { signal });
    if (!response.ok) throw new Error(`HTTP ${response.status} ${url}`);
    const manifest: unknown = await response.clone().json();
    const isManifest = typeof manifest === 'object' && manifest !== null && 'metaData' in manifest;
    if (!isManifest) throw new Error(`not a manifest: ${url}`);
    return response;
  } catch (error) {
    noteFailure(url);
    if (attempt + 1 >= attempts) throw error;
    await pause(attempt);
    return fetchManifest(url, attempt + 1);
  }
}

type RetryEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntryError']>;

async function retryEntry(failed: Parameters<RetryEntry>[0]): Promise<unknown> {
  const { getRemoteEntry, origin, remoteInfo, remoteEntryExports, globalLoading, uniqueKey } = failed;
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    noteFailure(remoteInfo.entry);
    await pause(attempt - 1);
    delete globalLoading[uniqueKey];
    // When all attempts fail, the caller reports the first failure.
    const entry = await getRemoteEntry({
      origin,
      remoteInfo,
      remoteEntryExports,
      getEntryUrl: addressFor,
    }).catch(() => undefined);
    if (entry) return entry;
  }
  noteFailure(remoteInfo.entry);
  return undefined;
}

type Registered = Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeRegisterShare']>>[0];

/** Lets a shared module load again after a failure: otherwise the runtime keeps its rejection for as long as the page is open. */
function askedAgain({ pkgName, shared, origin }: Registered): Registered['shared'] {
  const { get } = shared;
  const forget = () => {
    for (const scope of shared.scope) {
      const offered = origin.shareScopeMap[scope]?.[pkgName]?.[shared.version];
      if (offered) offered.loading = null;
    }
  };
  // The declared type allows functions that always return at once, or never do. This one may do either.
  shared.get = (() => {
    const got = get();
    // A module in the host's own script is returned at once, without a promise.
    if (got instanceof Promise) got.catch(forget);
    return got;
  }) as typeof get;
  return shared;
}

/** Adds timeouts, checks and retries: the federation runtime waits for a manifest for ever, accepts any answer as one, and never retries. */
export default function resilience(): ModuleFederationRuntimePlugin {
  return {
    name: 'resilience',
    beforeRegisterRemote(args) {
      if ('entry' in args.remote && !isSameOrigin(args.remote.entry)) {
        throw new Error(`a remote of another origin: ${args.remote.entry}`);
      }
      return args;
    },
    fetch: (url) => fetchManifest(url),
    createScript({ url }) {
      if (!isSameOrigin(url)) throw new Error(`a script of another origin: ${url}`);
      return { timeout: timeouts().entryMs / attempts };
    },
    beforeRegisterShare: (args) => ({ ...args, shared: askedAgain(args) }),
    // A dead link left in the page would count as loaded when the stylesheet is asked for.
    createLink({ url, attrs }) {
      const link = document.createElement('link');
      link.href = url;
      for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value));
      link.addEventListener('error', () => link.remove());
      return link;
    },
    // The hook's declared type is a promise of a promise, which no function can return.
    loadEntryError: retryEntry as RetryEntry,
  };
}
