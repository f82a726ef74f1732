import { createContext } from 'react';

// Stands for @ant-design/cssinjs in the build (antd-styles.ts). antd's rules are stylesheets, so all that is left of it is the
// tokens, which a few components read in JavaScript: whether there is motion, and the colours of a picture.

type Tokens = Readonly<Record<string, unknown>>;
type Derivative = (token: Tokens, derived?: Tokens) => Tokens;

interface Theme {
  id: number;
  derivatives: readonly Derivative[];
  getDerivativeToken(token: Tokens): Tokens;
}

const themes: Theme[] = [];

export function createTheme(given: Derivative | readonly Derivative[]): Theme {
  const derivatives = [given].flat();
  const known = themes.find(
    (theme) =>
      theme.derivatives.length === derivatives.length &&
      theme.derivatives.every((one, at) => one === derivatives[at]),
  );
  if (known) return known;
  const theme: Theme = {
    id: themes.length,
    derivatives,
    getDerivativeToken: (token) => {
      const [first, ...others] = derivatives;
      return others.reduce((derived, one) => one(token, derived), first?.(token) ?? token);
    },
  };
  themes.push(theme);
  return theme;
}

interface Options {
  override: Tokens;
  getComputedToken: (token: Tokens, override: Tokens, theme: Theme) => Tokens;
  cssVar: {
    prefix: string;
    key: string;
    preserve: Readonly<Record<string, boolean>>;
    ignore: Readonly<Record<string, boolean>>;
  };
}

type Cached = readonly [withVariables: Tokens, hash: string, real: Tokens, css: string, key: string];

interface Kept {
  theme: Theme;
  own: Tokens | undefined;
  override: Tokens;
  cached: Cached;
}

/** The last themes; a page has two at most, and the one of before while it changes. */
let kept: readonly Kept[] = [];

const variableOf = (token: string, prefix: string) =>
  `--${prefix}-${token}`
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z0-9]+)/g, '$1-$2')
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2')
    .toLowerCase();

function withVariables(real: Tokens, { prefix, preserve, ignore }: Options['cssVar']): Tokens {
  const isVariable = (name: string, value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') && !preserve[name] && !ignore[name];
  return Object.fromEntries(
    Object.entries(real).map(([name, value]) => [
      name,
      isVariable(name, value) ? `var(${variableOf(name, prefix)})` : value,
    ]),
  );
}

export function useCacheToken(
  theme: Theme,
  [seed, own]: readonly [Tokens, Tokens?],
  { override, getComputedToken, cssVar }: Options,
): Cached {
  const known = kept.find((one) => one.theme === theme && one.own === own && one.override === override);
  if (known) return known.cached;
  const real = getComputedToken({ ...seed, ...own }, override, theme);
  const cached = [withVariables(real, cssVar), '', real, '', cssVar.key] as const;
  kept = [{ theme, own, override, cached }, ...kept.slice(0, 3)];
  return cached;
}

/** The tokens of a theme without a component, for `getDesignToken`. */
export function getComputedToken(
  token: Tokens,
  override: Tokens,
  theme: Theme,
  format: (tokens: Tokens) => Tokens,
): Tokens {
  return format({ ...theme.getDerivativeToken(token), ...override });
}

/** Animations are in the stylesheets too. antd still names them. */
export class Keyframes {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export const StyleContext = createContext({});

/** Rules come from stylesheets. */
export const useStyleRegister = (): void => undefined;

export const unit = (value: number | string): string => (typeof value === 'number' ? `${value}px` : value);
