import { createInstance } from '@module-federation/enhanced/runtime';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { RemoteLoad } from '@daybook/contracts/remote-loads';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { ExposedRemote } from '@daybook/shared/remote';
import { addTexts } from '@daybook/shared/i18n';
import en from '../locales/en.json';
import { RemoteScreen } from './remote-screen.tsx';
import { watchLoads } from './watch-loads.tsx';

addTexts('host', 'en', en);

const release: RemoteRelease = {
  name: 'billing',
  version: '1',
  entry: '/mf/billing/1/remoteEntry.js',
  contract: '^2.0.0',
  screens: [],
  widgets: [],
};

const previous = { previous: '/mf/billing/0/remoteEntry.js' };

const billing: ExposedRemote = {
  contract: '^2.0.0',
  screens: { invoices: async () => ({ default: () => <h1>Invoices</h1> }) },
  widgets: {},
  texts: async () => ({}),
};

let lastInstance = 0;

/** A loader with the real federation runtime. Only the remote's container is fake. */
function loaderFor(
  containers: (() => ExposedRemote)[],
  { isOverridden = false, ...given }: Partial<RemoteRelease> & { isOverridden?: boolean } = {},
) {
  lastInstance += 1;
  const name = `billing${lastInstance}`;
  const loadEntry = async () => {
    const container = containers.length > 1 ? containers.shift() : containers[0];
    const exposed = container?.();
    return { init() {}, get: () => async () => ({ default: exposed }) };
  };
  const federation = createInstance({
    name: `host${lastInstance}`,
    remotes: [],
    plugins: [{ name: 'container of the test', loadEntry }],
  });
  const tellRollback = jest.fn();
  const told: RemoteLoad[] = [];
  const overridden = new Set(isOverridden ? [name] : []);
  const site = { releases: [{ ...release, ...given, name }], tellRollback, overridden };
  return { name, tellRollback, told, ...watchLoads(federation, site, (load) => told.push(load)) };
}

const shown = ({ name, loadScreen }: ReturnType<typeof loaderFor>, screenId: string, address = '/app/a') => (
  <RemoteScreen
    remote={name}
    screenId={screenId}
    entry={release.entry}
    loadScreen={loadScreen}
    address={address}
  />
);

const draw = (loader: ReturnType<typeof loaderFor>, screenId = 'invoices') => render(shown(loader, screenId));

function fail(error: Error): never {
  throw error;
}

const gone = () => fail(new Error('RUNTIME-008 gone'));

describe('RemoteScreen', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('shows a screen of a remote', async () => {
    draw(loaderFor([() => billing]));
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeTruthy();
  });

  it('begins anew for another record: nothing typed on one appears on the other', async () => {
    const note = {
      ...billing,
      screens: { task: async () => ({ default: () => <textarea aria-label="Note" /> }) },
    };
    const loader = loaderFor([() => note]);
    const { rerender } = render(shown(loader, 'task', '/app/tasks/view-task/a'));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Called the client');
    rerender(shown(loader, 'task', '/app/tasks/view-task/b'));
    expect((await screen.findByRole('textbox', { name: 'Note' })).textContent).toBe('');
    expect(screen.queryByText('Called the client')).toBeNull();
  });

  it('names a failure, and Retry tries again', async () => {
    const address = '/mf/billing/1/screen.js';
    const chunk = Object.assign(new Error('gone'), {
      name: 'ChunkLoadError',
      type: 'timeout',
      request: address,
    });
    const tries = [() => fail(chunk), billing.screens.invoices];
    const flaky = { ...billing, screens: { invoices: async () => (tries.shift() ?? fail)(chunk) } };
    draw(loaderFor([() => flaky]));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('CHUNK_LOAD_FAILED · timeout · /mf/billing/1/screen.js');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeTruthy();
  });

  it('names a failed stylesheet by its code', async () => {
    const style = Object.assign(new Error('gone'), {
      name: 'ChunkLoadError',
      code: 'CSS_CHUNK_LOAD_FAILED',
      type: 'error',
      request: '/mf/billing/1/screen.css',
    });
    draw(loaderFor([() => ({ ...billing, screens: { invoices: async () => fail(style) } })]));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'CSS_CHUNK_LOAD_FAILED · error · /mf/billing/1/screen.css',
    );
  });

  it('recovers when the container itself could not be fetched at first', async () => {
    draw(loaderFor([() => fail(new Error('RUNTIME-008 timed out')), () => billing]));
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE_LOAD_FAILED · timeout');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeTruthy();
  });

  it('refuses a remote made for a newer contract before its code runs, and names both versions', async () => {
    const run = jest.fn(() => billing);
    const loader = loaderFor([run], { version: '3.1.4', contract: '^2.99.0' });
    draw(loader);
    const said = (await screen.findByRole('alert')).textContent;
    expect(said).toContain('INCOMPATIBLE_REMOTE');
    expect(said).toContain(`${loader.name} 3.1.4 needs contract ^2.99.0; this page has ${contractVersion}`);
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses code that was built for another contract than its release declares', async () => {
    draw(loaderFor([() => ({ ...billing, contract: '^3.0.0' })]));
    expect((await screen.findByRole('alert')).textContent).toContain('needs contract ^3.0.0');
  });

  it('loads the previous version, once, when the live one cannot be fetched', async () => {
    const older = { ...billing, screens: { invoices: async () => ({ default: () => <h1>As before</h1> }) } };
    const loader = loaderFor([gone, () => older], previous);
    draw(loader);
    expect(await screen.findByRole('heading', { name: 'As before' })).toBeTruthy();
    expect(loader.tellRollback).toHaveBeenCalledTimes(1);
  });

  it('begins with the live version again on Retry, when neither could be fetched', async () => {
    const loader = loaderFor([gone, gone, () => billing], previous);
    draw(loader);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeTruthy();
    expect(loader.tellRollback).not.toHaveBeenCalled();
  });

  it('reports the load time of a remote, once, and each part that failed', async () => {
    const chunk = Object.assign(new Error('gone'), { name: 'ChunkLoadError', type: 'error' });
    const loader = loaderFor([
      () => ({ ...billing, screens: { ...billing.screens, receipts: async () => fail(chunk) } }),
    ]);
    draw(loader).unmount();
    draw(loader).unmount();
    draw(loader, 'receipts');
    await screen.findByRole('alert');
    const ms = expect.any(Number) as number;
    expect(loader.told).toEqual([
      { remote: loader.name, version: '1', outcome: 'loaded', code: null, ms },
      { remote: loader.name, version: '1', outcome: 'failed', code: 'CHUNK_LOAD_FAILED', ms },
    ]);
  });

  it('reports a screen that throws while rendering once, however often it is rendered again', async () => {
    const broken = {
      ...billing.screens,
      receipts: async () => ({ default: () => fail(new Error('no rows')) }),
    };
    const loader = loaderFor([() => ({ ...billing, screens: broken })]);
    draw(loader, 'receipts');
    expect((await screen.findByRole('alert')).textContent).toContain('no rows');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no rows');
    expect(loader.told.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['loaded', null],
      ['failed', 'SCREEN_FAILED'],
    ]);
  });

  it('reports nothing more of a remote after a rollback, since another version runs than the list names', async () => {
    const older = {
      ...billing,
      screens: { invoices: async () => ({ default: () => fail(new Error('old')) }) },
    };
    const loader = loaderFor([gone, () => older], previous);
    draw(loader);
    expect((await screen.findByRole('alert')).textContent).toContain('old');
    expect(loader.told.map(({ outcome }) => outcome)).toEqual(['rolled_back']);
  });

  it('reports a failure by a code of its own, whatever a library calls it, and none of a remote that is switched off', async () => {
    const odd = Object.assign(new Error('odd'), { code: 'auth/expired' });
    const loader = loaderFor([() => ({ ...billing, screens: { invoices: async () => fail(odd) } })]);
    draw(loader).unmount();
    await waitFor(() => expect(loader.told.map(({ code }) => code)).toEqual(['SCREEN_FAILED']));
    const off = loaderFor([() => billing], { disabled: true });
    draw(off);
    await screen.findByRole('alert');
    expect(off.told).toEqual([]);
  });

  it('reports nothing of an override in this tab', async () => {
    const loader = loaderFor(
      [() => ({ ...billing, screens: { invoices: async () => fail(new Error('odd')) } })],
      {
        isOverridden: true,
      },
    );
    draw(loader);
    await screen.findByRole('alert');
    expect(loader.told).toEqual([]);
  });

  it('reports a rollback instead of a load', async () => {
    const loader = loaderFor([gone, () => billing], previous);
    draw(loader);
    await screen.findByRole('heading', { name: 'Invoices' });
    expect(loader.told).toMatchObject([{ version: '1', outcome: 'rolled_back', code: 'REMOTE_LOAD_FAILED' }]);
  });

  it.each(['a module that fails while it runs', 'RUNTIME-012 a module the host does not offer'])(
    'never runs a second version after the code of the first has begun: %s',
    async (message) => {
      const run = jest.fn(() => billing);
      draw(loaderFor([() => fail(new Error(message)), run], previous));
      expect((await screen.findByRole('alert')).textContent).toContain(message);
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('shows an explanation when the remote has no such screen or is switched off', async () => {
    draw(loaderFor([() => billing]), 'quotes');
    expect((await screen.findByRole('alert')).textContent).toContain('has no screen quotes');
  });

  it('does not load a remote that is switched off', async () => {
    draw(loaderFor([() => billing], { disabled: true }));
    expect((await screen.findByRole('alert')).textContent).toContain('is switched off');
  });
});
