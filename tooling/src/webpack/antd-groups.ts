import type { ChunkGraph, Module } from 'webpack';

/** The components of the shell and of nearly every list, which are one file instead of fifty small ones. */
export const ofLists = [
  'alert',
  'button',
  'checkbox',
  'config-provider',
  'dropdown',
  'empty',
  'input',
  'select',
  'skeleton',
  'space',
  'spin',
  'tag',
  'theme',
  'tooltip',
];

/** Further components of forms. Icons are excluded, or a menu with an icon would fetch the whole file. */
export const ofForms = ['form', 'input-number', 'radio', 'switch'];
export const icons = /[\\/]@ant-design[\\/]icons/;

/** Whether a module is loaded with one of these components. Shared modules have names such as `… antd/es/<component>…`. */
export function isPartOf(components: readonly string[], except = /^$/) {
  const pattern = new RegExp(`antd/es/(${components.join('|')})(@|\\||$)`);
  return (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }): boolean => {
    const file = module.nameForCondition() ?? '';
    if (!/[\\/](node_modules|shared-modules)[\\/]/.test(file) || except.test(file)) return false;
    for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
      for (const group of chunk.groupsIterable) {
        for (const { module: origin } of group.origins)
          if (origin && pattern.test(origin.identifier())) return true;
      }
    }
    return false;
  };
}
