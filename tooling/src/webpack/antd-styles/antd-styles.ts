import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../../workspace.ts';
import { generated } from '../generated.ts';
import { tokenSheet, type Sheet, type ThemeOf } from './read-styles.ts';
import { readStyleModule, resetRules, styleModuleAt, type StyleModule } from './style-modules.ts';

const textOf = ({ rules, variables, darkVariables }: Sheet) => [variables, darkVariables, rules].join('\n');

const standInFor = (kind: StyleModule['exports'][string]) => {
  if (kind === 'hook') return '() => classes';
  return kind === 'part' ? '() => null' : JSON.stringify(kind.value);
};

/** Writes the stylesheet of a style module, and a module that has its exports and imports that stylesheet. */
function standIn(path: string, themeOf: ThemeOf): string {
  const name = `antd-${path.replaceAll('/', '-')}`;
  const module = readStyleModule(path, themeOf);
  const sheet = generated(`${name}.css`, textOf(module));
  const exported = Object.entries(module.exports).map(([id, kind]) =>
    id === 'default' ? `export default ${standInFor(kind)};` : `export const ${id} = ${standInFor(kind)};`,
  );
  // What the hooks of antd return: no class for a hash, and the class of the variables.
  const lines = [`import ${JSON.stringify(sheet)};`, "const classes = ['', 'app'];", ...exported];
  return generated(`${name}.js`, `${lines.join('\n')}\n`);
}

/** What each icon would add to the page; antd's own rules for icons come after them, as they did. */
function iconRules(): string {
  const icons = inWorkspace('host/node_modules/@ant-design/icons/lib/renderUtils.js');
  return (createRequire(import.meta.url)(icons) as { iconStyles: string }).iconStyles;
}

/** Variables, and rules for links and icons: all that the page needs of antd before a component of it. */
export const antdBase = (themeOf: ThemeOf): string =>
  generated(
    'antd-base.css',
    [iconRules(), textOf(tokenSheet(themeOf)), earlierNames, resetRules(themeOf)].join('\n'),
  );

/** Remotes that were released before antd's own names were used name these sizes without the last dash. */
const earlierNames = `:root{${[1, 2, 3, 4, 5]
  .flatMap((level) => ['font-size-heading', 'line-height-heading'].map((of) => [of, level]))
  .map(([of, level]) => `--ant-${of}${level}:var(--ant-${of}-${level})`)
  .join(';')}}`;

/**
 * antd makes its rules in the browser, each time a page is opened. This plugin makes them when the host is built: each module
 * of antd that makes rules is replaced by one that imports a stylesheet, which is loaded with the script of its component.
 */
export function antdStyles(themeOf: ThemeOf): WebpackPluginInstance {
  const standIns = new Map<string, string>();
  return new webpack.NormalModuleReplacementPlugin(
    /^\.\.?\/.*(style(\/\w+)?|genStyleUtils)$/,
    (resource: { context: string; request: string }) => {
      const path = join(resource.context, resource.request);
      if (/[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils$/.test(path))
        resource.request = inWorkspace('host/src/shared-modules/antd-rules.ts');
      const found = styleModuleAt(path);
      if (found === undefined) return;
      const made = standIns.get(found) ?? standIn(found, themeOf);
      standIns.set(found, made);
      resource.request = made;
    },
  );
}

/** The library with which antd makes rules; of it only the tokens remain. */
export const antdAliases = {
  '@ant-design/cssinjs-utils$': inWorkspace('host/src/shared-modules/antd-rules.ts'),
  '@ant-design/cssinjs$': inWorkspace('host/src/shared-modules/antd-tokens.ts'),
};

/** Every stylesheet that comes later is antd's; it stands before the host's own, whose rules win as they always did. */
export const beforeOwnStyles = (link: HTMLLinkElement): void => {
  document.head.insertBefore(link, document.querySelector('link[href*="/host/main."]'));
};
