import type { ChunkGraph, Module } from 'webpack';

const components = (...names: string[]): string[] => names.map((name) => `antd/es/${name}`);

/** What the shell and nearly every list need: the libraries that sign-in does without, and components of antd. They are one file instead of fifty small ones. */
export const ofShell = [
  'react-router-dom',
  'zod',
  '@tanstack/react-query',
  '@daybook/shared/query-client',
  ...components(
    'alert',
    'button',
    'checkbox',
    'config-provider',
    'dropdown',
    'empty',
    'input',
    'skeleton',
    'space',
    'tag',
    'theme',
    'tooltip',
  ),
];

/** What a list needs once somebody filters it or opens a dialog, and a form at once. */
export const ofSelects = components('select', 'spin');
export const ofDialogs = components('modal');

/** What the buttons that open a menu need once one is pressed; fetched as soon as the page is idle. */
export const ofMenus = components('menu');

/** Further components of forms. Icons are excluded, or a menu with an icon would fetch the whole file. */
export const ofForms = components('form', 'input-number', 'radio', 'switch');
export const icons = /[\\/]@ant-design[\\/]icons/;

/** Whether a module is loaded with one of these shared modules, which have identifiers such as `… antd/es/<component>@…`. */
export function isPartOf(shared: readonly string[], except = /^$/) {
  const pattern = new RegExp(`[ |](${shared.join('|')})(@|\\||$)`);
  return (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }): boolean => {
    const file = module.nameForCondition() ?? '';
    if (!/[\\/](node_modules|shared-modules)[\\/]|query-client/.test(file) || except.test(file)) return false;
    for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
      for (const group of chunk.groupsIterable) {
        for (const { module: origin } of group.origins)
          if (origin && pattern.test(origin.identifier())) return true;
      }
    }
    return false;
  };
}
