import { forgetOverrides, readOverrides } from './stored-overrides.ts';

const keep = (value: string) => sessionStorage.setItem('mf:overrides', value);
afterEach(() => sessionStorage.clear());

describe('overrides stored in a tab', () => {
  it('name manifests of this site', () => {
    keep('{"billing":"/mf/billing/pr-123/mf-manifest.json","tasks":"/__local/tasks/mf-manifest.json"}');
    expect([...readOverrides()]).toEqual([
      ['billing', '/mf/billing/pr-123/mf-manifest.json'],
      ['tasks', '/__local/tasks/mf-manifest.json'],
    ]);
  });

  it.each([
    'https://evil.test/mf/billing/1/mf-manifest.json',
    '//evil.test/mf/billing/1/mf-manifest.json',
    '/mf/billing/../../evil/mf-manifest.json',
    '/mf//evil.test/mf-manifest.json',
    '/mf/billing/%2e%2e/mf-manifest.json',
    String.raw`/mf/\\evil.test\mf-manifest.json`,
    '/api/v1/documents/1/mf-manifest.json',
    '/mf/billing/1/remoteEntry.js',
    'data:application/json,{}',
    7,
  ])('name no other address: %s', (path) => {
    keep(JSON.stringify({ billing: path }));
    expect(readOverrides().size).toBe(0);
  });

  it.each(['', 'nonsense', '[]', 'null', '7'])('are none when %j is stored', (value) => {
    keep(value);
    expect(readOverrides().size).toBe(0);
  });

  it('can be removed one by one, or all', () => {
    keep('{"billing":"/mf/billing/2/mf-manifest.json","tasks":"/mf/tasks/2/mf-manifest.json"}');
    forgetOverrides('billing');
    expect([...readOverrides().keys()]).toEqual(['tasks']);
    forgetOverrides();
    expect(sessionStorage.getItem('mf:overrides')).toBeNull();
  });
});
