import type { ComponentType } from 'react';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { addTextSource } from '@daybook/shared/i18n';
import type { ExposedRemote, WidgetProps } from '@daybook/shared/remote';
import { meetsRange } from './contract-range.ts';
import { isLoadFailure } from './failure.ts';
import { RemoteRefusal } from './remote-refusal.ts';

/** The part of the federation runtime that the loader uses. Tests pass their own instance. */
export interface Federation {
  registerRemotes: (remotes: { name: string; entry: string }[], options?: { force?: boolean }) => void;
  loadRemote: <T>(id: string) => Promise<T | null>;
}

export type LoadPart<Props> = (remote: string, id: string) => Promise<{ default: ComponentType<Props> }>;
export type LoadScreen = LoadPart<object>;
export type LoadWidget = LoadPart<WidgetProps>;

const isExposed = (value: unknown): value is ExposedRemote =>
  typeof value === 'object' &&
  value !== null &&
  'contract' in value &&
  'screens' in value &&
  'widgets' in value &&
  'texts' in value;

function refuseIncompatible({ name, version }: RemoteRelease, needed: string): void {
  if (meetsRange(contractVersion, needed)) return;
  throw new RemoteRefusal(
    'INCOMPATIBLE_REMOTE',
    `${name} ${version} needs contract ${needed}, this page has ${contractVersion}`,
    { remote: name, version, needed, offered: contractVersion },
  );
}

/**
 * The script of a remote, where the list of remotes names it. Its manifest names it too, but would be one more request and one more file to
 * read; only builds that the list does not describe are loaded by theirs.
 */
function entryOf({ entry, files }: RemoteRelease): string {
  const script = files?.remote.find((file) => file.startsWith('remoteEntry.'));
  return script === undefined ? entry : entry.replace(/[^/]*$/, script);
}

/**
 * Loads remotes by name. A failed load is forgotten, so that Retry asks again. If the live version cannot be loaded at all, the
 * previous version is tried once.
 */
export function createRemoteLoader(
  federation: Federation,
  releases: readonly RemoteRelease[],
  tellRollback: (name: string, error: unknown) => void,
) {
  const loading = new Map<string, Promise<ExposedRemote>>();
  const loaded = new Set<string>();
  federation.registerRemotes(releases.map((release) => ({ name: release.name, entry: entryOf(release) })));

  async function fetchRemote(release: RemoteRelease): Promise<ExposedRemote> {
    refuseIncompatible(release, release.contract);
    const module = await loadOrRollBack(release);
    loaded.add(release.name);
    const exposed = module?.default;
    if (!isExposed(exposed)) throw new Error(`${release.name} exposes no screens`);
    refuseIncompatible(release, exposed.contract);
    await addTextSource(release.name, exposed.texts);
    return exposed;
  }

  const load = (name: string) => federation.loadRemote<{ default?: unknown }>(`${name}/remote`);

  async function loadOrRollBack(release: RemoteRelease) {
    const { name, previous } = release;
    try {
      return await load(name);
    } catch (error) {
      // Code that has run may have left state behind, so two versions of a remote never run in one page.
      if (previous === undefined || !isLoadFailure(error)) throw error;
      federation.registerRemotes([{ name, entry: previous }], { force: true });
      try {
        const module = await load(name);
        tellRollback(name, error);
        return module;
      } catch {
        federation.registerRemotes([{ name, entry: entryOf(release) }], { force: true });
        throw error;
      }
    }
  }

  async function loadRemote(name: string): Promise<ExposedRemote> {
    const release = releases.find((one) => one.name === name);
    if (release === undefined || release.disabled)
      throw new RemoteRefusal('REMOTE_SWITCHED_OFF', `${name} is switched off`, { remote: name });
    const started = loading.get(name) ?? fetchRemote(release);
    loading.set(name, started);
    started.catch(() => loading.delete(name));
    return started;
  }

  const loadScreen: LoadScreen = async (remote, screenId) => {
    const { screens } = await loadRemote(remote);
    const load = screens[screenId];
    if (load === undefined) throw new Error(`${remote} has no screen ${screenId}`);
    return load();
  };

  const loadWidget: LoadWidget = async (remote, widgetId) => {
    const { widgets } = await loadRemote(remote);
    const load = widgets[widgetId];
    if (load === undefined) throw new Error(`${remote} has no widget ${widgetId}`);
    return load();
  };

  /** Whether code of the remote has run in this page. */
  const isLoaded = (name: string): boolean => loaded.has(name);

  return { loadRemote, loadScreen, loadWidget, isLoaded };
}
