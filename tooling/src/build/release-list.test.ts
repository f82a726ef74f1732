import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { releaseList } from './release-list.ts';

const label = { en: 'Invoices', zh: '发票', fr: 'Factures', ja: '請求書' };
const screen = (id: string, path: string, rest: Partial<Screen> = {}): Screen => ({
  id,
  path,
  label,
  allow: ['invoices.view'],
  ...rest,
});
const release = (name: string, ...screens: Screen[]): RemoteRelease => ({
  name,
  version: '1.0.0-abc',
  entry: `/mf/${name}/1.0.0-abc/mf-manifest.json`,
  contract: '^1.0.0',
  screens,
  widgets: [],
});

describe('releaseList', () => {
  it('lists what the remotes declare', () => {
    const billing = release('billing', screen('invoices', 'invoices'));
    expect(releaseList([billing, release('tasks')])).toEqual({ remotes: [billing, release('tasks')] });
  });

  it('refuses two remotes that claim one path, whatever they call its parameter', () => {
    const one = release('billing', screen('a', 'invoices/:id'));
    const other = release('crm', screen('b', 'invoices/:clientId'));
    expect(() => releaseList([one, other])).toThrow('claims the path invoices/:');
  });

  it('refuses an alias that is a path of another', () => {
    const one = release('billing', screen('a', 'credit_nots', { aliases: ['credit_notes'] }));
    expect(() => releaseList([one, release('crm', screen('b', 'credit_notes'))])).toThrow('credit_notes');
  });

  it('refuses an id used twice', () => {
    expect(() => releaseList([release('billing', screen('a', 'x'), screen('a', 'y'))])).toThrow('the id a');
  });

  it('keeps a literal path beside a parameter', () => {
    const crm = release('crm', screen('add', 'clients/add'), screen('edit', 'clients/:id'));
    expect(() => releaseList([crm])).not.toThrow();
  });

  it('refuses a permission that does not exist', () => {
    const wrong = screen('a', 'a', { allow: ['invoices.look'] as unknown as Screen['allow'] });
    expect(() => releaseList([release('billing', wrong)])).toThrow('allow');
  });

  it('refuses an entry outside of /mf/', () => {
    expect(() =>
      releaseList([{ ...release('billing'), entry: 'https://evil.example/mf-manifest.json' }]),
    ).toThrow('entry');
  });
});
