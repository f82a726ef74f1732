import { waitFor } from '@testing-library/react';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { fetchAhead } from './fetch-ahead.ts';

const label = { en: 'Screen', zh: '页面', fr: 'Écran', ja: '画面' };
const release = (name: string, more: Partial<RemoteRelease> = {}): RemoteRelease => ({
  name,
  version: '1',
  entry: `/mf/${name}/1/mf-manifest.json`,
  contract: '^2.0.0',
  screens: [
    { id: 'list', path: name, label, allow: 'signedIn' },
    { id: 'record', path: `${name}/view/:id`, label, allow: 'signedIn' },
  ],
  widgets: [],
  files: {
    remote: ['remoteEntry.js'],
    screens: { list: ['list.js', 'list.css'], record: ['record.js'] },
    widgets: {},
  },
  ...more,
});
const releases = [
  release('crm'),
  release('tasks', { disabled: true }),
  release('older', { files: undefined }),
];
const fetched = () =>
  [...document.head.querySelectorAll('link[rel=prefetch]')].map((link) => link.getAttribute('href'));
const point = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event('pointerover', { bubbles: true }));

describe('a page that is idle', () => {
  let end: () => void;
  beforeEach(async () => {
    document.head.replaceChildren();
    document.body.innerHTML = `
      <a href="/app/crm/view/7"><b>Record</b></a><a href="/app/tasks">Tasks</a><a href="/app/older">Older</a>
      <a href="/app/elsewhere">Nothing</a><p>Text</p>`;
    end = fetchAhead(releases);
    await waitFor(() => expect(fetched()).toHaveLength(1));
  });

  it('fetches what every screen of a remote needs, unless the remote is switched off or its list names no files', () => {
    expect(fetched()).toEqual(['/mf/crm/1/remoteEntry.js']);
    end();
  });

  it('fetches a screen once when the pointer or the focus reaches a link to it', () => {
    point('b');
    expect(fetched().slice(1)).toEqual(['/mf/crm/1/record.js']);
    document.querySelector('a')?.focus();
    for (const other of ['[href$=tasks]', '[href$=older]', '[href$=elsewhere]', 'p']) point(other);
    expect(fetched().slice(1)).toEqual(['/mf/crm/1/record.js']);
    end();
  });

  it('fetches nothing for people who save data', () => {
    end();
    document.head.replaceChildren();
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    fetchAhead(releases);
    Reflect.deleteProperty(navigator, 'connection');
    point('b');
    expect(fetched()).toEqual([]);
  });

  it('fetches nothing more once the page is left', () => {
    end();
    point('b');
    expect(fetched()).toHaveLength(1);
  });
});
