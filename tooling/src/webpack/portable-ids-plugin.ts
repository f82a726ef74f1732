import { createHash } from 'node:crypto';
import type { Compiler } from 'webpack';
import { workspaceRoot } from '../workspace.ts';

const numberOf = (text: string): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16) % 1_000_000;

/**
 * webpack derives module ids from relative paths. Modules of federation have the path in the middle of a name, or hashed, and there
 * webpack leaves it absolute, so the same sources would give other bytes in another clone. This plugin gives them relative names.
 */
export class PortableIdsPlugin {
  apply(compiler: Compiler): void {
    const nameOf = (identifier: string) =>
      identifier
        .replaceAll(compiler.context, '')
        .replaceAll(workspaceRoot, '')
        .replaceAll(/\.federation\/entry\.[0-9a-f]+\.js(\|[0-9a-f]+)?/g, '.federation/entry.js');
    compiler.hooks.compilation.tap('PortableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('PortableIdsPlugin', (modules) => {
        const { chunkGraph } = compilation;
        const ofFederation = [...modules]
          .map((module) => ({ module, name: nameOf(module.identifier()) }))
          .filter(({ module, name }) => {
            const isShared = ['consume-shared-module', 'provide-module'].includes(module.type);
            const isOwn = isShared || /^container entry|\.federation\//.test(name);
            return isOwn && chunkGraph.getNumberOfModuleChunks(module) > 0;
          })
          .toSorted((one, other) => (one.name < other.name ? -1 : 1));
        const taken = new Set<number>();
        for (const { module, name } of ofFederation) {
          let id = numberOf(name);
          while (taken.has(id)) id += 1;
          taken.add(id);
          chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
