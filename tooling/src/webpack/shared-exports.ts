import type { Compilation, Module } from 'webpack';

/** The names that the host exports, or that a remote imports, by module of `shared/`. */
export type SharedExports = Record<string, string[]>;

const isOurs = (module: string) => module.startsWith('@daybook/');

interface Consumed extends Module {
  options: { shareKey: string };
}

const isConsumed = (module: Module): module is Consumed => module.type === 'consume-shared-module';

/** The name that one import uses. There is none if the import is only for its side effect, or if a whole namespace is used. */
const nameIn = (dependency: unknown): string[] => {
  const { ids } = dependency as { ids?: unknown };
  return Array.isArray(ids) && typeof ids[0] === 'string' ? [ids[0]] : [];
};

/** The names that a remote imports from the parts of `shared/` that the host provides. */
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

/** The names that the host exports from those parts; `partAt` returns the part that a file is. */
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
