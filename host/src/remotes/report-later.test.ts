import { waitFor } from '@testing-library/react';
import { remoteLoads, type RemoteLoad } from '@daybook/contracts/remote-loads';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { authAtom, store } from '@daybook/shared/session';
import { reportLater } from './report-later.ts';

const load: RemoteLoad = { remote: 'tasks', version: '1', outcome: 'loaded', code: null, ms: 120 };
const leave = () => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('a tab’s reports about its remotes', () => {
  it('are sent together when the tab is hidden', async () => {
    store.set(authAtom, (before) => ({ ...before, token: 'a token' }));
    const server = fakeServer(remoteLoads, { tell: () => ({}) });
    reportLater(load);
    reportLater({ ...load, remote: 'billing' });
    expect(server.requestsTo(remoteLoads.tell)).toEqual([]);
    leave();
    await waitFor(() => expect(server.requestsTo(remoteLoads.tell)).toHaveLength(1));
    expect(server.requestsTo(remoteLoads.tell)[0]?.input.loads).toHaveLength(2);
    leave();
    expect(server.requestsTo(remoteLoads.tell)).toHaveLength(1);
    for (let ms = 0; ms < 45; ms += 1) reportLater({ ...load, ms });
    leave();
    await waitFor(() => expect(server.requestsTo(remoteLoads.tell)).toHaveLength(4));
    const told = server.requestsTo(remoteLoads.tell).flatMap(({ input }) => input.loads as RemoteLoad[]);
    expect(told.slice(2).map(({ ms }) => ms)).toEqual(Array.from({ length: 45 }, (_, ms) => ms));
  });
});
