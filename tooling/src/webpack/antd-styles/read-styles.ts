import { createRequire } from 'node:module';
import { inWorkspace } from '../../workspace.ts';

export type Mode = 'light' | 'dark';
/** The theme of the site in both modes, as antd's ConfigProvider takes it; without the algorithm. */
export type ThemeOf = (mode: Mode) => { token: object; components: object };

// The copies that the host uses, and not copies of tooling. Only what is called here is declared.
const fromHost = createRequire(inWorkspace('host/package.json'));
type Component = (props: object) => unknown;
const { createElement } = fromHost('react') as {
  createElement: (type: Component, props: object, ...children: unknown[]) => object;
};
const { renderToString } = fromHost('react-dom/server') as { renderToString: (element: object) => string };
const antd = fromHost('antd/lib') as {
  ConfigProvider: Component;
  theme: Record<'defaultAlgorithm' | 'darkAlgorithm', unknown>;
};
const cssInJs = createRequire(fromHost.resolve('antd/lib/theme'))('@ant-design/cssinjs') as {
  createCache: () => object;
  StyleProvider: Component;
  extractStyle: (cache: object, options: { plain: true; types: string[] }) => string;
};

/** The class that scopes the variables while they are read; in a stylesheet they hold for the whole page. */
const scope = 'daybook-scope';

export interface Sheet {
  rules: string;
  /** The variables that both themes share, or that the light one has. */
  variables: string;
  /** Those that differ in the dark theme. */
  darkVariables: string;
}

/** A rule that only tells the library what the text holds. */
const cachePath = /\.data-ant-cssinjs-cache-path\{[^}]*\}/;

/** Draws a probe that calls `use` inside the theme, and returns what antd would have put into style elements. */
function readIn(mode: Mode, themeOf: ThemeOf, use: () => void, motion = true) {
  const cache = cssInJs.createCache();
  const Probe = () => {
    use();
    return null;
  };
  const algorithm = antd.theme[mode === 'dark' ? 'darkAlgorithm' : 'defaultAlgorithm'];
  const { token, components } = themeOf(mode);
  const theme = {
    token: { ...token, motion },
    components,
    algorithm,
    hashed: false,
    cssVar: { key: scope },
  };
  renderToString(
    createElement(
      cssInJs.StyleProvider,
      { cache, mock: 'server' },
      createElement(antd.ConfigProvider, { theme }, createElement(Probe, {})),
    ),
  );
  const of = (type: 'style' | 'token' | 'cssVar') =>
    cssInJs.extractStyle(cache, { plain: true, types: [type] }).replace(cachePath, '');
  return { rules: of('style'), tokens: of('token'), variables: of('cssVar') };
}

type Variables = ReadonlyMap<string, string>;

/** The variables that a stylesheet declares. Each has the name of its component, so all of them can stand at the root. */
function variablesOf(css: string): Variables {
  const declared = new Map<string, string>();
  for (const [, body = ''] of css.matchAll(/\{([^{}]*)\}/g)) {
    for (const declaration of body.split(';').filter((one) => one.includes(':'))) {
      const colon = declaration.indexOf(':');
      declared.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
    }
  }
  return declared;
}

const difference = (of: Variables, from: Variables): Variables =>
  new Map([...of].filter(([name, value]) => from.get(name) !== value));

const ruleOf = (selector: string, declared: Variables): string =>
  declared.size === 0
    ? ''
    : `${selector}{${[...declared].map(([name, value]) => `${name}:${value}`).join(';')}}`;

const sheetOf = (light: Variables, dark: Variables, rules: string): Sheet => ({
  rules,
  variables: ruleOf(':root', light),
  darkVariables: ruleOf("[data-theme='dark']", difference(dark, light)),
});

/** The tokens of the theme as variables of the page. People whose system is set to reduced motion get no animations. */
export function tokenSheet(themeOf: ThemeOf): Sheet {
  const read = (mode: Mode, motion = true) =>
    variablesOf(readIn(mode, themeOf, () => undefined, motion).tokens);
  const light = read('light');
  const still = ruleOf(':root', difference(read('light', false), light));
  return sheetOf(light, read('dark'), `@media (prefers-reduced-motion:reduce){${still}}`);
}

/** What the hooks or style parts of one component need; `use` calls them as the component would. */
export function componentSheet(themeOf: ThemeOf, use: () => void): Sheet {
  const light = readIn('light', themeOf, use);
  const dark = readIn('dark', themeOf, use);
  // Rules name variables instead of colours, so those of one theme serve both.
  if (light.rules !== dark.rules) throw new Error('a rule of antd depends on the theme');
  return sheetOf(variablesOf(light.variables), variablesOf(dark.variables), light.rules);
}
