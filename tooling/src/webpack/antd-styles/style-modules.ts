import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inWorkspace } from '../../workspace.ts';
import { componentSheet, type Sheet, type ThemeOf } from './read-styles.ts';

const fromHost = createRequire(inWorkspace('host/package.json'));
const library = dirname(dirname(fromHost.resolve('antd/lib')));

/** The style modules that components import, `button/style` and `button/style/compact` for example. */
export function styleModules(): string[] {
  const es = join(library, 'es');
  const found = new Set<string>();
  for (const file of readdirSync(es, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js') || stylesOf.test(file.replace(/\.js$/, ''))) continue;
    const imports = readFileSync(join(es, file), 'utf8').matchAll(/from ['"](\.[^'"]*style(?:\/\w+)?)['"]/g);
    for (const [, request = ''] of imports) {
      const path = styleModuleAt(join(es, dirname(file), request));
      if (path !== undefined) found.add(path);
    }
  }
  return [...found].toSorted();
}

const stylesOf = /^(?!theme\/|style\/|config-provider\/)[\w-]+(?:\/[\w-]+)*?\/style(?:\/\w+)?$/;

/** The style module at a path of a module of antd, or undefined if there is none. */
export function styleModuleAt(path: string): string | undefined {
  const within = path
    .replaceAll('\\', '/')
    .split('/antd/es/')[1]
    ?.replace(/\/index$/, '');
  return within !== undefined && stylesOf.test(within) ? within : undefined;
}

/** Where a component's class is not called after its folder. */
const classes: Readonly<Record<string, string>> = {
  '_util/wave/style': 'wave',
  'badge/style/ribbon': 'ribbon',
  'button/style': 'btn',
  'button/style/compact': 'btn',
  'calendar/style': 'picker',
  'date-picker/style': 'picker',
  'float-button/style': 'float-btn',
  'input/style/otp': 'otp',
  'input/style/search': 'input-search',
  'layout/style/sider': 'layout-sider',
  'qr-code/style': 'qrcode',
  'space/style/addon': 'space-addon',
  'space/style/compact': 'space-compact',
};
/** The hooks of rows and columns are in one module. */
const classesOfHooks: Readonly<Record<string, string>> = { useColStyle: 'col', useRowStyle: 'row' };
/** Where a component passes more than its class, or another root than `<class>-css-var`. */
const others: Readonly<Record<string, readonly string[]>> = {
  'badge/style/ribbon': ['ant-ribbon-wrapper'],
  'calendar/style': ['ant-picker-calendar'],
  'tree-select/style': ['ant-select-tree', 'ant-tree-select-css-var'],
  'upload/style': ['ant-upload-wrapper'],
};

/** Parts of which another component of the same folder has such a root. */
const withoutRoot = new Set(['input/style/otp', 'input/style/search', 'tag/style']);

/** Whether the component puts the class of its variables on its root. If not, it is the component's own class. */
function hasOwnRoot(component: string): boolean {
  const folder = join(library, 'es', component);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.includes('style'))
    .some((file) => readFileSync(join(folder, file), 'utf8').includes('useCSSVarCls('));
}

type Export = ((...given: unknown[]) => unknown) | string;

export interface StyleModule extends Sheet {
  /** What stands for each export: a hook, a part that draws nothing, or a constant. */
  exports: Record<string, 'hook' | 'part' | { value: string }>;
}

/** Calls an export of a style module as its component does. Returns what it is. */
function useExport(path: string, name: string, exported: Exclude<Export, string>): 'hook' | 'part' {
  const component = path.slice(0, path.indexOf('/style'));
  const prefixCls = `ant-${classesOfHooks[name] ?? classes[path] ?? component}`;
  const isShared = name === 'useSharedStyle';
  const roots =
    others[path] ??
    (hasOwnRoot(component) && !isShared && !withoutRoot.has(path) ? [`${prefixCls}-css-var`] : []);
  // A part takes properties and draws nothing, a hook takes classes and returns classes.
  const isPart = /Cmp$|PurePanelStyle|confirm$|compact$|bordered$/.test(name === 'default' ? path : name);
  if (isPart && exported({ prefixCls, ...(roots[0] !== undefined && { rootCls: roots[0] }) }) === null)
    return 'part';
  exported(prefixCls, ...roots);
  return 'hook';
}

interface Reset {
  links: string;
  icons: string;
}

let known: Reset | undefined;
const useNothing = () => undefined;

/** The rules for links and icons, which every component would bring again. */
function reset(themeOf: ThemeOf): Reset {
  if (known) return known;
  const icons = componentSheet(themeOf, useNothing).rules;
  const { default: use } = fromHost(join(library, 'lib/empty/style')) as { default: (of: string) => unknown };
  const { rules } = componentSheet(themeOf, () => use('ant-empty'));
  known = { links: rules.slice(0, rules.indexOf('.anticon')), icons };
  return known;
}

export const resetRules = (themeOf: ThemeOf): string => Object.values(reset(themeOf)).join('\n');

function withoutReset(rules: string, themeOf: ThemeOf): string {
  const { links, icons } = reset(themeOf);
  const turn = icons.indexOf('@keyframes');
  return [links, icons.slice(0, turn), icons.slice(turn)].reduce(
    (left, part) => left.replaceAll(part, ''),
    rules,
  );
}

/** Reads a style module of antd, `button/style` for example, by using all that it exports. */
export function readStyleModule(path: string, themeOf: ThemeOf): StyleModule {
  const module = fromHost(join(library, 'lib', path)) as Record<string, Export>;
  const exports: StyleModule['exports'] = {};
  const use = () => {
    for (const [name, exported] of Object.entries(module)) {
      if (!/^default$|^use[A-Z]|^PurePanelStyle$/.test(name)) {
        if (typeof exported === 'string') exports[name] = { value: exported };
      } else if (typeof exported === 'function') exports[name] = useExport(path, name, exported);
    }
  };
  const sheet = componentSheet(themeOf, use);
  return { ...sheet, rules: withoutReset(sheet.rules, themeOf), exports };
}
