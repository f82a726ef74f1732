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

describe('a page draws from the list of remotes', () => {
  const tell = jest.fn();
  const names = (...remotes: unknown[]) => drawable({ remotes }, tell).map(({ name }) => name);

  it.each([
    ['code of another origin', remote('crm', {}, { entry: 'https://elsewhere.test/mf-manifest.json' })],
    ['no screens', remote('crm', {}, { screens: undefined })],
    ['nothing', null],
  ])('every remote except one with %s, which it reports once', (_what, odd) => {
    tell.mockClear();
    expect(names(remote('billing'), odd, remote('tasks'))).toEqual(['billing', 'tasks']);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an unknown icon', { menu: { ...menu, icon: 'cheques' } }],
    ['an unknown menu group', { menu: { ...menu, group: 'archive' } }],
    ['an unknown permission', { allow: ['visits.view'] }],
    ['an unknown user type', { allow: 'auditor' }],
    ['an absolute address', { path: '/visits' }],
    ['every address', { path: '*' }],
    ['an incomplete address', { path: 'visits/' }],
    ['an invalid alias', { aliases: ['a//b'] }],
    ['a label in only two languages', { label: { en: 'Visits', fr: 'Visites' } }],
  ])('every screen of a remote except one with %s, and reports its remote', (_what, odd) => {
    tell.mockClear();
    const crm = remote('crm', odd);
    const sound = remote('crm').screens.map((screen) => ({ ...screen, id: 'sound', path: 'sound/:id' }));
    const drawn = drawable({ remotes: [{ ...crm, screens: [...crm.screens, ...sound] }] }, tell);
    expect(drawn.map(({ screens }) => screens.map(({ id }) => id))).toEqual([['sound']]);
    expect(tell.mock.calls).toEqual([[expect.anything(), expect.objectContaining({ name: 'crm' })]]);
  });

  it('a remote with properties that it does not know', () => {
    expect(names(remote('billing', { hidden: 'never' }, { integrity: 'sha256-…' }))).toEqual(['billing']);
  });

  it('nothing, and throws, if there is no list', () => {
    expect(() => drawable({}, tell)).toThrow('expected array');
  });
});

it('the host lists every value that its remotes may declare', () => {
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
