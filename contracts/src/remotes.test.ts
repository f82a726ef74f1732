import { drawable, wordsOf } from './remotes.ts';
import { wordsOfHost } from './screens.ts';

const label = { en: 'Invoices', zh: '发票', fr: 'Factures', ja: '請求書' };
const menu = { group: 'billing', order: 1, icon: 'invoices' };
const remote = (name: string, screen: object = {}, rest: object = {}) => ({
  name,
  version: '1.0.0-aaaa',
  entry: `/mf/${name}/1.0.0-aaaa/mf-manifest.json`,
  contract: '^2.0.0',
  screens: [{ id: name, path: name, label, allow: ['invoices.view'], menu, ...screen }],
  widgets: [],
  ...rest,
});

describe('of the list of remotes a page draws', () => {
  const tell = jest.fn();
  const names = (...remotes: unknown[]) => drawable({ remotes }, tell).map(({ name }) => name);

  it.each([
    ['code of another origin', remote('crm', {}, { entry: 'https://elsewhere.test/mf-manifest.json' })],
    ['no screens', remote('crm', {}, { screens: undefined })],
    ['nothing', null],
  ])('all but the one that has %s, and tells of it once', (_what, odd) => {
    tell.mockClear();
    expect(names(remote('billing'), odd, remote('tasks'))).toEqual(['billing', 'tasks']);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an icon it does not have', { menu: { ...menu, icon: 'cheques' } }],
    ['a group it does not have', { menu: { ...menu, group: 'archive' } }],
    ['a key it does not know', { allow: ['visits.view'] }],
    ['somebody it does not know', { allow: 'auditor' }],
    ['an address of the whole site', { path: '/visits' }],
    ['every address', { path: '*' }],
    ['half an address', { path: 'visits/' }],
    ['an alias that is none', { aliases: ['a//b'] }],
    ['a label in two languages', { label: { en: 'Visits', fr: 'Visites' } }],
  ])('all of a remote but the screen that asks for %s, and tells whose it is', (_what, odd) => {
    tell.mockClear();
    const crm = remote('crm', odd);
    const sound = remote('crm').screens.map((screen) => ({ ...screen, id: 'sound', path: 'sound/:id' }));
    const drawn = drawable({ remotes: [{ ...crm, screens: [...crm.screens, ...sound] }] }, tell);
    expect(drawn.map(({ screens }) => screens.map(({ id }) => id))).toEqual([['sound']]);
    expect(tell.mock.calls).toEqual([[expect.anything(), expect.objectContaining({ name: 'crm' })]]);
  });

  it('one of which more is said than it knows', () => {
    expect(names(remote('billing', { hidden: 'never' }, { integrity: 'sha256-…' }))).toEqual(['billing']);
  });

  it('none where there is no list', () => {
    expect(() => drawable({}, tell)).toThrow('expected array');
  });
});

it('every word that this host can be asked for is one that it says it knows', () => {
  const [billing] = drawable({ remotes: [remote('billing')] }, (error) => {
    throw error;
  });
  expect(wordsOf(billing ?? { screens: [], widgets: [] })).toEqual([
    'key invoices.view',
    'menu group billing',
    'menu icon invoices',
  ]);
  expect(wordsOfHost()).toEqual(expect.arrayContaining(['key invoices.view', 'menu icon invoices']));
  expect(new Set(wordsOfHost()).size).toBe(wordsOfHost().length);
});
