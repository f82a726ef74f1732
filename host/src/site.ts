import { z } from 'zod';
import { Remotes, type RemoteRelease } from '@daybook/contracts/remotes';

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
}

declare global {
  /** Read by the retry of chunks, which lives in webpack's runtime and can import nothing. */
  var daybookConfig: SiteConfig | undefined;
}

async function readJson<T>(address: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return schema.parse(await response.json());
}

let reading: Promise<Site> | null = null;

/** Without `config.json` the defaults hold; without a sound `remotes.json` the host alone still works. */
export function readSite(): Promise<Site> {
  reading ??= Promise.all([
    readJson('/config.json', SiteConfig).catch(() => SiteConfig.parse({})),
    readJson('/remotes.json', Remotes).catch((error: unknown) => {
      reportError(error);
      return { remotes: [] };
    }),
  ]).then(async ([config, { remotes }]) => {
    globalThis.daybookConfig = config;
    const site = { config, releases: remotes };
    if (!config.allowOverrides) return site;
    const { overridden } = await import(/* webpackChunkName: "overrides" */ './overrides/overridden.ts');
    return overridden(site);
  });
  return reading;
}
