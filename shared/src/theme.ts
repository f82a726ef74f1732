import theme from 'antd/es/theme';
import type { ThemeConfig } from 'antd/es/config-provider';
import { themeTokens } from './theme-tokens.ts';

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
  components: {
    Table: {
      cellPaddingBlock: 9,
      cellPaddingInline: 12,
      cellPaddingBlockMD: 9,
      cellPaddingInlineMD: 12,
      // The arrow shows the sorted column; a shaded column would distract from the rows.
      bodySortBg: 'transparent',
    },
    // The red that is readable on black is too light behind white text.
    Button: { dangerColor: mode === 'dark' ? '#1f0a0a' : '#fff' },
    Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px' },
  },
});
