import theme from 'antd/es/theme';
import type { ThemeConfig } from 'antd/es/config-provider';
import { componentTokens, themeTokens } from './theme-tokens.ts';

/** Layout sizes in pixels (docs/rules.md#display-options). */
export const sizes = { header: 70, sideNav: 250, sideNavCollapsed: 80, contentMax: 1400 } as const;
export const breakpoints = { phone: 768, tablet: 992, wide: 1600 } as const;

/** People whose system is set to reduced motion get no animations. */
const wantsMotion = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Both themes use one accent and the same tokens: calm and dense. */
export const antdTheme = (mode: 'light' | 'dark'): ThemeConfig => ({
  cssVar: { key: 'app' },
  hashed: false,
  algorithm: mode === 'dark' ? [theme.darkAlgorithm] : [theme.defaultAlgorithm],
  token: { ...themeTokens(mode), motion: wantsMotion() },
  // The rules are stylesheets that the host's build makes from the same tokens.
  zeroRuntime: true,
  components: componentTokens(mode),
});
