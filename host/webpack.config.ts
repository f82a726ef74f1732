import { defineHost } from '@daybook/tooling/webpack/define-host';
import { themeSheet } from './theme-sheet.ts';

export default defineHost({ themeSheet: themeSheet() });
