import { z } from 'zod';
import { drawable, type RemoteRelease } from '@daybook/contracts/remotes';
import { reportLater } from './remotes/report-later.ts';

/** `config.json` of the deployment. Times are whole budgets, retries included. */
export const SiteConfig = z.object({
  timeouts: z
    .object({
      chunkMs: z.int().min(100).default(120_000),
      manifestMs: z.int().min(100).default(5_000),
      entryMs: z.int().min(100).default(10_000),
    })
    .prefault({}),
  /** How often an open page asks whether another version is live. */
  updates: z.object({ everyMs: z.int().min(100).default(300_000) }).prefault({}),
  /** Whether a super admin may try another build of a remote in their own tab. Never where real work is done. */
  allowOverrides: z.boolean().default(false),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export interface Site {
  config: SiteConfig;
  releases: readonly RemoteRelease[];
  /** Hears of a remote whose version before was taken, since its own could not be loaded. */
  tellRollback?: (name: string, error: unknown) => void;
  /** Remotes of which this tab tries another build than the live one. */
  overridden?: ReadonlySet<string>;
}

declare global {
  /** Read by the retry of chunks, which lives in webpack's runtime and can import nothing. */
  var daybookConfig: SiteConfig | undefined;
}

async function readJson(address: string): Promise<unknown> {
  // Longer than any answer takes; what hangs is as good as absent.
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

function tellUnsound(error: unknown, release?: Pick<RemoteRelease, 'name' | 'version'>): void {
  reportError(error);
  if (release === undefined) return;
  const { name, version } = release;
  reportLater({ remote: name, version, outcome: 'failed', code: 'UNSOUND_RELEASE', ms: 0 });
}

const defaults = () => SiteConfig.parse({});
const noRemotes = (error: unknown): RemoteRelease[] => {
  reportError(error);
  return [];
};

let reading: Promise<Site> | null = null;

/** Without `config.json` the defaults hold; without a sound `remotes.json` the host alone still works, and without a sound entry of it the others. */
export function readSite(): Promise<Site> {
  reading ??= Promise.all([
    readJson('/config.json')
      .then((config) => SiteConfig.parse(config))
      .catch(defaults),
    readJson('/remotes.json')
      .then((list) => drawable(list, tellUnsound))
      .catch(noRemotes),
  ]).then(async ([config, releases]) => {
    globalThis.daybookConfig = config;
    const site = { config, releases };
    if (!config.allowOverrides) return site;
    try {
      const { overridden } = await import(/* webpackChunkName: "overrides" */ './overrides/overridden.ts');
      return await overridden(site);
    } catch (error) {
      // Trying other builds is no reason for having none.
      reportError(error);
      return site;
    }
  });
  return reading;
}
