import { componentTokens, themeTokens } from '@daybook/shared/theme-tokens';

/** What the build makes antd's stylesheets from; `antdTheme` gives the running page the same. */
export const siteTheme = (mode: 'light' | 'dark') => ({
  token: themeTokens(mode),
  components: componentTokens(mode),
});
