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
  ])('refuses %j', (asked) => {
    expect(safeReturnPath(asked)).toBeNull();
  });

  it('refuses the absence of a path', () => {
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

  it('resolves dots that stay below /app', () => {
    expect(safeReturnPath('/app/tasks/../invoices')).toBe('/app/invoices');
  });
});
