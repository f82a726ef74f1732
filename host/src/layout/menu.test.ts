import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { crumbsOf } from './crumbs.ts';
import { entryAt, menuOf } from './menu.ts';

const label = (en: string) => ({ en, zh: en, fr: en, ja: en });
const screen = (path: string, en: string, menu?: Screen['menu']): Screen => ({
  id: path,
  path,
  label: label(en),
  allow: ['invoices.view'],
  ...(menu && { menu }),
});
const release = (name: string, screens: Screen[], rest: Partial<RemoteRelease> = {}): RemoteRelease => ({
  name,
  version: '1',
  entry: `/mf/${name}/1/mf-manifest.json`,
  contract: '^2.0.0',
  screens,
  widgets: [],
  ...rest,
});

const billing = release('billing', [
  screen('receipts', 'Receipts', { group: 'billing', order: 20, icon: 'receipts' }),
  screen('invoices', 'Invoices', { group: 'billing', order: 10, icon: 'invoices' }),
  screen('invoices/add', 'New invoice'),
  screen('invoices/edit/:id', 'Edit invoice'),
]);
const crm = release('crm', [
  screen('clients', 'Clients', { group: 'clients', order: 10, icon: 'clients' }),
  { ...screen('view-client/:id', 'Client'), parent: 'clients' },
]);

const namesOf = (menu: ReturnType<typeof menuOf>) =>
  menu.map(({ group, items }) => [group, items.map(({ to }) => to)]);

describe('menuOf', () => {
  it('puts the screens of all remotes under their groups, in order', () => {
    expect(namesOf(menuOf([billing, crm], () => true))).toEqual([
      ['clients', ['/app/clients']],
      ['billing', ['/app/invoices', '/app/receipts']],
    ]);
  });

  it('leaves out screens that the person may not open, and empty groups', () => {
    expect(menuOf([billing, crm], () => false)).toEqual([]);
  });

  it('leaves out a remote that is switched off', () => {
    expect(namesOf(menuOf([{ ...billing, disabled: true }, crm], () => true))).toEqual([
      ['clients', ['/app/clients']],
    ]);
  });
});

describe('entryAt', () => {
  const menu = { group: 'billing', order: 30, icon: 'report' } as const;
  const followUp = release('billing', [
    screen('followup', 'Follow-up', menu),
    screen('followup/report', 'Report', menu),
    screen('followup/history/:id', 'History'),
  ]);
  const at = (pathname: string) =>
    entryAt(
      menuOf([followUp], () => true),
      pathname,
    );

  it('is the nearest entry above the address', () => {
    expect(at('/app/followup')).toBe('/app/followup');
    expect(at('/app/followup/report')).toBe('/app/followup/report');
    expect(at('/app/followup/history/1')).toBe('/app/followup');
    expect(at('/app/followups')).toBeUndefined();
  });
});

const trail = (pathname: string) =>
  crumbsOf([billing, crm], pathname).map(({ label: { en }, to }) => [en, to]);

describe('crumbsOf', () => {
  it('leads from the group through the list to the screen', () => {
    expect(trail('/app/invoices/edit/42')).toEqual([
      ['Billing', null],
      ['Invoices', '/app/invoices'],
      ['Edit invoice', null],
    ]);
  });

  it('leads through the list to a record whose address is outside the list’s, and names no group twice', () => {
    expect(trail('/app/view-client/42')).toEqual([
      ['Clients', '/app/clients'],
      ['Client', null],
    ]);
  });

  it('is empty without a screen', () => {
    expect(trail('/app/dashboards/default')).toEqual([]);
  });
});
