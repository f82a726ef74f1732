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
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export interface Site {
  config: SiteConfig;
  releases: readonly RemoteRelease[];
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
  ]).then(([config, { remotes }]) => {
    globalThis.daybookConfig = config;
    return { config, releases: remotes };
  });
  return reading;
}
