import type { Compilation, Module } from 'webpack';

/** Of a module that crosses between host and remotes, the names that one side has or the other takes, by module. */
export type SharedExports = Record<string, string[]>;

const isOurs = (module: string) => module.startsWith('@daybook/');

interface Consumed extends Module {
  options: { shareKey: string };
}

const isConsumed = (module: Module): module is Consumed => module.type === 'consume-shared-module';

/** What one import uses; none where it is for its effect alone. A namespace that is used whole tells of no name either. */
const nameIn = (dependency: unknown): string[] => {
  const { ids } = dependency as { ids?: unknown };
  return Array.isArray(ids) && typeof ids[0] === 'string' ? [ids[0]] : [];
};

/** What a remote takes of the parts of `shared/` that the host provides. */
export function namesTaken({ moduleGraph }: Compilation, modules: Iterable<Module>): SharedExports {
  const taken = new Map<string, Set<string>>();
  for (const module of modules) {
    if (!isConsumed(module) || !isOurs(module.options.shareKey)) continue;
    const names = taken.get(module.options.shareKey) ?? new Set();
    for (const { dependency } of moduleGraph.getIncomingConnections(module))
      for (const name of nameIn(dependency)) names.add(name);
    taken.set(module.options.shareKey, names);
  }
  return Object.fromEntries([...taken].map(([part, names]) => [part, [...names].toSorted()]));
}

/** What the host has in those parts; `pathOf` says in which file a part lies, without its ending. */
export function namesGiven(
  { moduleGraph }: Compilation,
  modules: Iterable<Module>,
  partAt: (path: string) => string | undefined,
): SharedExports {
  const given: SharedExports = {};
  for (const module of modules) {
    const part = partAt(module.nameForCondition()?.replaceAll('\\', '/') ?? '');
    const names = part && moduleGraph.getProvidedExports(module);
    if (part && Array.isArray(names)) given[part] = names.toSorted();
  }
  return given;
}
