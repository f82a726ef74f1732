export const accent = '#3e82f7';

// WCAG 2.2 AA requires a contrast of 4.5 for coloured text: on the page, in a pale alert or tag, and for white on a
// button. White on the accent has 3.7, and antd's status colours have 1.8 to 3.3 in their tags, so light mode uses darker
// ones. The dark algorithm darkens colours itself; there, links and red are lighter.
const textAccent = { light: '#2563eb', dark: accent };
const link = { light: textAccent.light, dark: '#8ab6ff' };
const status = {
  // The pale backgrounds are set explicitly, because antd would derive muddy ones from the darker colours.
  light: {
    colorInfo: textAccent.light,
    colorSuccess: '#237804',
    colorSuccessBg: '#f6ffed',
    colorSuccessBorder: '#b7eb8f',
    colorWarning: '#945800',
    colorWarningBg: '#fffbe6',
    colorWarningBorder: '#ffe58f',
    colorError: '#cf1322',
    colorErrorBg: '#fff2f0',
    colorErrorBorder: '#ffccc7',
  },
  dark: { colorInfo: '#5c9bff', colorSuccess: '#5fd32a', colorWarning: '#faad14', colorError: '#ff6b6d' },
};
const quietText = {
  light: { colorTextDescription: 'rgba(0,0,0,0.62)', colorTextPlaceholder: 'rgba(0,0,0,0.6)' },
  dark: { colorTextDescription: 'rgba(255,255,255,0.65)', colorTextPlaceholder: 'rgba(255,255,255,0.6)' },
};

/**
 * The tokens that antd derives all other colours and sizes from. This module does not import antd, so that the build can
 * write antd's stylesheets.
 */
export const themeTokens = (mode: 'light' | 'dark') => ({
  colorPrimary: textAccent[mode],
  colorLink: link[mode],
  ...status[mode],
  ...quietText[mode],
  borderRadius: 6,
  fontSize: 14,
  controlHeight: 34,
  wireframe: false,
});

/** The tokens of single components. */
export const componentTokens = (mode: 'light' | 'dark') => ({
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
});
