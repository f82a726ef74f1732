import { z } from 'zod';
import { drawable, type RemoteRelease } from '@daybook/contracts/remotes';
import './asked-by-boot.ts';
import { reportLater } from './remotes/report-later.ts';

/** `config.json` of the deployment. Each timeout is a total, including retries. */
export const SiteConfig = z.object({
  timeouts: z
    .object({
      chunkMs: z.int().min(100).default(120_000),
      manifestMs: z.int().min(100).default(30_000),
      entryMs: z.int().min(100).default(60_000),
    })
    .prefault({}),
  /** How often an open page asks whether another version is live. */
  updates: z.object({ everyMs: z.int().min(100).default(300_000) }).prefault({}),
  /** Whether a super admin may try another build of a remote in their own tab. Never allowed in production. */
  allowOverrides: z.boolean().default(false),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export interface Site {
  config: SiteConfig;
  releases: readonly RemoteRelease[];
  /** Called when a remote's own version could not be loaded and its previous version runs instead. */
  tellRollback?: (name: string, error: unknown) => void;
  /** Remotes of which this tab runs a build that is not the live one. */
  overridden?: ReadonlySet<string>;
}

declare global {
  /** The retry of chunks reads it: that code is in webpack's runtime and can import nothing. */
  var daybookConfig: SiteConfig | undefined;
}

async function readJson(address: string): Promise<unknown> {
  // No answer takes this long, so a hanging request counts as a missing file.
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

/** As the boot script asked for it. If that failed, somebody may have signed in long after, so it is asked for again. */
const readRemotes = (): Promise<unknown> =>
  (globalThis.askedByBoot?.remotes ?? Promise.reject(new Error('not asked for'))).catch(() =>
    readJson('/remotes.json'),
  );

let reading: Promise<Site> | null = null;

/** Without `config.json` the defaults apply. Without a valid `remotes.json` only the host works; an invalid entry in it drops only that remote. */
export function readSite(): Promise<Site> {
  reading ??= Promise.all([
    readJson('/config.json')
      .then((config) => SiteConfig.parse(config))
      .catch(defaults),
    readRemotes()
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
      // If overrides fail, the live builds run.
      reportError(error);
      return site;
    }
  });
  return reading;
}
