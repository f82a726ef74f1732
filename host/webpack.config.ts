import { defineHost } from '@daybook/tooling/webpack/define-host';
import { siteTheme } from './site-theme.ts';

export default defineHost(siteTheme);
