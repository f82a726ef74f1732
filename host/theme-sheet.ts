import { createRequire } from 'node:module';
import { themeTokens } from '@daybook/shared/theme-tokens';
import type antdTheme from 'antd/es/theme';

const { default: theme } = createRequire(import.meta.url)('antd/lib/theme') as { default: typeof antdTheme };

const wanted =
  /^(color|borderRadius|fontFamily$|fontSize|fontWeightStrong|boxShadow|lineHeight|lineWidth$|controlHeight|padding|margin|size)/;
const unitless = /^(lineHeight|fontWeight)/;

const nameOf = (token: string) => `--ant-${token.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()}`;
const valueOf = (token: string, value: unknown) =>
  typeof value === 'number' && !unitless.test(token)
    ? `${value}px`
    : String(value).replaceAll(/\s+/g, ' ').trim();

function declarations(mode: 'light' | 'dark'): Map<string, string> {
  const algorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const tokens = Object.entries(theme.getDesignToken({ algorithm, token: themeTokens(mode) }));
  return new Map(
    tokens.filter(([name]) => wanted.test(name)).map(([name, value]) => [nameOf(name), valueOf(name, value)]),
  );
}

const rule = (selector: string, declared: Iterable<[string, string]>) =>
  `${selector}{${[...declared].map(([name, value]) => `${name}:${value}`).join(';')}}`;

/**
 * The tokens of both themes as custom properties, with the names that antd uses. The page has its colours before antd has loaded,
 * and the sign-in page works without antd.
 */
export function themeSheet(): string {
  const light = declarations('light');
  const dark = [...declarations('dark')].filter(([name, value]) => light.get(name) !== value);
  // Not only on the root, because a light page may have a dark menu.
  return `${rule(':root', light)}\n${rule("[data-theme='dark']", dark)}\n`;
}
