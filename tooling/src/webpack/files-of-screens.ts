import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilation } from 'webpack';
import type { RemoteFiles } from '@daybook/contracts/remotes';

/** `'client-add': () => import('./clients/add-client.tsx')`, or with texts of its own: `withTexts(() => import('…'))`. */
const loader = /(?:'([\w-]+)'|\b(\w+)):\s[^:]*?\bimport\(\s*'([^']+)'/g;

/** How each part is loaded, by its id. */
const requestsIn = (source: string) =>
  new Map(
    [...source.matchAll(loader)].map(([, quoted, plain, request]) => [quoted ?? plain ?? '', request ?? '']),
  );

/**
 * The files that each screen and widget of a remote needs, named relative to its manifest: `remote` lists those of every
 * screen. Throws for a screen or widget that remote.ts does not load in the usual form.
 */
export function filesOfScreens(
  compilation: Compilation,
  ids: { screens: readonly string[]; widgets: readonly string[] },
): RemoteFiles {
  const { chunkGraph } = compilation;
  const source = join(compilation.compiler.context, 'src', 'remote.ts');
  const exposed = [...compilation.modules].find((module) => module.nameForCondition() === source);
  if (!exposed) throw new Error(`the build has no ${source}`);
  const groups = new Map(
    exposed.blocks.map((block) => [
      (block.dependencies[0] as unknown as { request: string }).request,
      chunkGraph.getBlockChunkGroup(block),
    ]),
  );
  // A screen and a widget may have the same id.
  const [screens = '', widgets = ''] = readFileSync(source, 'utf8').split(/^ {2}widgets: /m);
  const container = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
  const own = [...chunkGraph.getModuleChunksIterable(exposed)].flatMap((chunk) =>
    [...chunk.groupsIterable].flatMap((group) => group.getFiles()),
  );
  const remote = [...new Set([...container, ...own])];
  const filesOf = (part: string, wanted: readonly string[]) => {
    const requests = requestsIn(part);
    const all = wanted.map((id): [string, string[]] => {
      const group = groups.get(requests.get(id) ?? '');
      if (!group) throw new Error(`remote.ts does not say how to load ${id}`);
      return [id, group.getFiles().filter((file) => !remote.includes(file))];
    });
    return Object.fromEntries(all);
  };
  return { remote, screens: filesOf(screens, ids.screens), widgets: filesOf(widgets, ids.widgets) };
}
