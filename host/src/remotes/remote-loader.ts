import type { ComponentType } from 'react';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { addTextSource } from '@daybook/shared/i18n';
import type { ExposedRemote, WidgetProps } from '@daybook/shared/remote';
import { meetsRange } from './contract-range.ts';

/** What is used of the federation runtime; a test gives its own instance. */
export interface Federation {
  registerRemotes: (remotes: { name: string; entry: string }[], options?: { force?: boolean }) => void;
  loadRemote: <T>(id: string) => Promise<T | null>;
}

type LoadPart<Props> = (remote: string, id: string) => Promise<{ default: ComponentType<Props> }>;
export type LoadScreen = LoadPart<object>;
export type LoadWidget = LoadPart<WidgetProps>;

class IncompatibleRemote extends Error {
  readonly code = 'INCOMPATIBLE_REMOTE';
}

const isExposed = (value: unknown): value is ExposedRemote =>
  typeof value === 'object' &&
  value !== null &&
  'contract' in value &&
  'screens' in value &&
  'widgets' in value &&
  'texts' in value;

function refuseIncompatible(name: string, range: string): void {
  if (meetsRange(contractVersion, range)) return;
  throw new IncompatibleRemote(`${name} needs contract ${range}, this page has ${contractVersion}`);
}

/**
 * Loads remotes by name. A failed load is forgotten, so that Retry asks anew. When the live version cannot be loaded
 * at all, the one before it is tried once.
 */
export function createRemoteLoader(federation: Federation, releases: readonly RemoteRelease[]) {
  const loading = new Map<string, Promise<ExposedRemote>>();
  federation.registerRemotes(releases.map(({ name, entry }) => ({ name, entry })));

  async function fetchRemote(release: RemoteRelease): Promise<ExposedRemote> {
    refuseIncompatible(release.name, release.contract);
    const module = await loadOrRollBack(release);
    const exposed = module?.default;
    if (!isExposed(exposed)) throw new IncompatibleRemote(`${release.name} exposes no screens`);
    refuseIncompatible(release.name, exposed.contract);
    await addTextSource(release.name, exposed.texts);
    return exposed;
  }

  async function loadOrRollBack({ name, previous }: RemoteRelease) {
    const id = `${name}/remote`;
    try {
      return await federation.loadRemote<{ default?: unknown }>(id);
    } catch (error) {
      if (previous === undefined) throw error;
      reportError(error);
      federation.registerRemotes([{ name, entry: previous }], { force: true });
      return federation.loadRemote<{ default?: unknown }>(id);
    }
  }

  async function loadRemote(name: string): Promise<ExposedRemote> {
    const release = releases.find((one) => one.name === name);
    if (release === undefined || release.disabled) throw new IncompatibleRemote(`${name} is switched off`);
    const started = loading.get(name) ?? fetchRemote(release);
    loading.set(name, started);
    started.catch(() => loading.delete(name));
    return started;
  }

  const loadScreen: LoadScreen = async (remote, screenId) => {
    const { screens } = await loadRemote(remote);
    const load = screens[screenId];
    if (load === undefined) throw new IncompatibleRemote(`${remote} has no screen ${screenId}`);
    return load();
  };

  const loadWidget: LoadWidget = async (remote, widgetId) => {
    const { widgets } = await loadRemote(remote);
    const load = widgets[widgetId];
    if (load === undefined) throw new IncompatibleRemote(`${remote} has no widget ${widgetId}`);
    return load();
  };

  return { loadRemote, loadScreen, loadWidget };
}
