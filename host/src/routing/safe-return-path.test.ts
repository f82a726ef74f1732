import fc from 'fast-check';
import { safeReturnPath } from './safe-return-path.ts';

describe('safeReturnPath', () => {
  it.each([
    '//evil',
    '///evil',
    '/\\evil',
    '\\evil',
    '\\\\evil',
    'https://evil/app/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '%2f%2fevil',
    '/%2fevil',
    '/app/../..//evil',
    '/app/..',
    '/app/../auth/login',
    '/app/%2e%2e/%2e%2e//evil',
    '/app/%2e%2e%2fauth/login',
    '/app/\\evil',
    '/app/%5cevil',
    '/\t/evil',
    '\t//evil',
    '/app/\n/evil',
    '/app/%0a/x',
    '/app//evil',
    '/app/%zz',
    '/application/x',
    '/app',
    'app/invoices',
    ' /app/invoices',
    '',
    '////evil',
    '/\\/evil',
    '\\/\\/evil',
    '/\\\\evil',
    'http:evil',
    'http:/evil',
    'http:\\\\evil',
    'HTTPS://evil/app/',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://evil/%0aalert(1)',
    'vbscript:msgbox(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'blob:https://evil/1',
    'file:///etc/passwd',
    '//evil@here.invalid/app/',
    'https://here.invalid@evil/app/',
    'https://here.invalid.evil/app/',
    '//evil/app/invoices',
    '//evil%2fapp/',
    '%5c%5cevil',
    '%2f%5cevil',
    '%2F%2Fevil/app/',
    '%252f%252fevil',
    '/%09/evil',
    '/%0d%0a//evil',
    '/.//evil',
    '/..//evil',
    '/app/..//evil',
    '/app/../../evil',
    '/app/%2e%2e',
    '/app/.%2e/%2e./x',
    '/app/x/../../auth/login',
    '/app/x/%2e%2e/%2e%2e/auth/login',
    '/app/\u2028/x',
    '/app/\u00a0x',
    '/app/x\\..\\..\\evil',
    '/app/x%5c..%5cevil',
    '/app/%00',
    '/app/\u0000',
    '/app/\u007f',
    '/app%2finvoices',
    '/App/invoices',
    '/app\\invoices',
    '/\u2025/evil',
    '／／evil',
    '/\u2044/evil',
    'evil.test/app/invoices',
    '?redirect=//evil',
    '#//evil',
  ])('refuses %j', (asked) => {
    expect(safeReturnPath(asked)).toBeNull();
  });

  it('refuses a missing path', () => {
    expect(safeReturnPath(null)).toBeNull();
  });

  it.each([
    '/app/invoices',
    '/app/invoices/view-invoice/42?tab=history#top',
    '/app/clients?q=a%2Fb&next=//x',
    '/app/clients/%E9%A1%A7%E5%AE%A2',
  ])('keeps %j', (asked) => {
    expect(safeReturnPath(asked)).toBe(asked);
  });

  it('stays within the site, whatever the link contains', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      '%2f',
      '%5c',
      '%2e',
      '//',
      'app',
      '/app/',
      'evil',
      '@',
      ':',
      '?',
      '#',
      '\t',
      ' ',
    );
    const link = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(piece, { maxLength: 8 }).map((parts) => `/app/${parts.join('')}`),
    );
    fc.assert(
      fc.property(link, (asked) => {
        const kept = safeReturnPath(asked);
        if (kept === null) return;
        const { origin, pathname } = new URL(kept, 'https://own.test');
        expect([origin, pathname.startsWith('/app/')]).toEqual(['https://own.test', true]);
      }),
      { numRuns: 10_000, seed: 2026 },
    );
  });

  it('resolves dots that stay below /app', () => {
    expect(safeReturnPath('/app/tasks/../invoices')).toBe('/app/invoices');
  });
});
