import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { standInOf } from '../../jest/antd-stand-in.ts';
import { inWorkspace, moduleInWorkspace } from '../../workspace.ts';
import { antdBase } from './antd-styles.ts';
import type { ThemeOf } from './read-styles.ts';
import { readStyleModule, styleModules, type StyleModule } from './style-modules.ts';

const antd = dirname(createRequire(inWorkspace('host/package.json')).resolve('antd/package.json'));

let siteTheme: ThemeOf;
let modules: Map<string, StyleModule>;
beforeAll(async () => {
  ({ siteTheme } = (await import(moduleInWorkspace('host', 'site-theme.ts'))) as { siteTheme: ThemeOf });
  modules = new Map(styleModules().map((path) => [path, readStyleModule(path, siteTheme)]));
}, 60_000);

const antdBaseText = () => readFileSync(antdBase(siteTheme), 'utf8');
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.((?:ant|anticon)-[\w-]+)/g)].map(([, name]) => name ?? ''));
const variablesIn = (css: string, pattern: RegExp) =>
  new Set([...css.matchAll(pattern)].map(([, name]) => name ?? ''));
/** The first is deprecated, and the second depends on a property of the component: antd's own stylesheet has neither. */
const known = (name: string) => /^ant-(back-top|pagination-bordered)/.test(name);
/** Components set these on their elements. */
const isSetAtRunTime = (name: string) =>
  /^--ant-(col-.*flex|modal-xs-width|splitter-bar|steps-description|timeline-dot)/.test(name);
const missing = (wanted: Iterable<string>, known: ReadonlySet<string>) =>
  [...wanted].filter((name) => !known.has(name)).toSorted();

const kindOf = (exported: unknown) => {
  if (typeof exported !== 'function') return { value: exported };
  const use = exported as (of: unknown) => unknown;
  return { withClass: use('ant-btn'), withProperties: use({ prefixCls: 'ant-btn' }) };
};

describe('the stylesheets made of antd', () => {
  it('have a rule for each class that antd’s own stylesheet has, and none for a class that antd does not know', () => {
    const own = classesIn([antdBaseText(), ...[...modules.values()].map(({ rules }) => rules)].join('\n'));
    const shipped = readFileSync(join(antd, 'dist/antd.css'), 'utf8');
    const wanted = classesIn(shipped.replaceAll(/[^{}]*\.css-var-[^{}]*\{--[^{}]*\}/g, ''));
    expect({
      without: missing(wanted, own),
      unknown: missing(own, wanted).filter((name) => !known(name)),
    }).toEqual({ without: [], unknown: [] });
  });

  it('define every variable that they or our own stylesheets name', () => {
    const sheets = [
      antdBaseText(),
      ...[...modules.values()].map((one) => `${one.variables}\n${one.rules}`),
    ].join('\n');
    const defined = variablesIn(sheets, /(--ant-[\w-]+)\s*:/g);
    const own = globSync('{host,shared,remote-*}/src/**/*.css', { cwd: inWorkspace() })
      .map((file) => readFileSync(inWorkspace(file), 'utf8'))
      .join('\n');
    // With a fallback, a variable may be undefined.
    const named = (css: string) => variablesIn(css, /var\((--ant-[\w-]+)\)/g);
    expect(
      missing([...named(own), ...named(sheets)], defined).filter((name) => !isSetAtRunTime(name)),
    ).toEqual([]);
  });

  it('differ between the themes in variables only', () => {
    const button = modules.get('button/style');
    expect(button?.darkVariables).toContain("[data-theme='dark']{--ant-button-");
    expect(button?.rules).not.toContain('data-theme');
  });

  it('stop what moves for people who want less motion', () => {
    expect(antdBaseText()).toMatch(
      /prefers-reduced-motion:reduce\)\{:root\{[^}]*--ant-motion-duration-slow:0s/,
    );
  });
});

describe('what stands for a module of rules in tests of screens', () => {
  it('exports the hooks, parts and constants that stand for it on the site', () => {
    const both = { withClass: ['', 'app'], withProperties: null };
    for (const [path, module] of modules) {
      const file = createRequire(inWorkspace('host/package.json')).resolve(join(antd, 'lib', path));
      const exported: Record<string, unknown> = {};
      runInNewContext(standInOf(readFileSync(file, 'utf8')), { exports: exported });
      const expected = Object.entries(module.exports).map(([name, kind]) => [
        name,
        typeof kind === 'string' ? both : kind,
      ]);
      const found = Object.entries(exported).map(([name, one]) => [name, kindOf(one)]);
      expect({ path, ...Object.fromEntries(found) }).toEqual({ path, ...Object.fromEntries(expected) });
    }
  });
});
