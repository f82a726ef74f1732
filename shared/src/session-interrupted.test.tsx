// Runs alone: what listens to calls and to the session is registered once in a page.

import { render, waitFor } from '@testing-library/react';
import { account } from '@daybook/contracts/auth/account';
import { session as endpoints, type Me } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import { call } from '@daybook/shared/call';
import {
  authAtom,
  declineInterruption,
  interruptionAtom,
  signIn,
  signOut,
  store,
} from '@daybook/shared/session';
import { manager, nobodySignedIn, serverWith } from '@daybook/shared/test/sessions';

beforeEach(nobodySignedIn);

/** A form with unsaved input, and a write that is refused because the session has ended. */
async function typedAndEnded(next: () => Me = () => manager) {
  let isOver = false;
  const write = jest.fn(() => ({ ended: 0 }));
  const server = serverWith(() => (isOver ? next() : manager)).also(account, {
    endOthers: () => {
      if (isOver && store.get(authAtom).token === 'secret') throw new Refusal('TOKEN_EXPIRED');
      return write();
    },
  });
  await signIn('a@example.com', 'long enough password');
  isOver = true;
  render(<form data-typed="true" />);
  const sent = call(account.endOthers, {});
  await waitFor(() => expect(store.get(interruptionAtom)).not.toBeNull());
  server.also(endpoints, { login: () => ({ token: 'another secret' }) });
  return { sent, write };
}

describe('a session that ends during typing', () => {
  it('asks its owner to sign in above the page, and repeats the refused request', async () => {
    const { sent, write } = await typedAndEnded();
    expect(store.get(interruptionAtom)).toMatchObject({ email: manager.email, isAnother: false });
    expect(store.get(authAtom).token).toBe('secret');
    expect(write).not.toHaveBeenCalled();
    await signIn(manager.email, 'long enough password');
    await sent;
    expect(write).toHaveBeenCalledTimes(1);
    expect(store.get(interruptionAtom)).toBeNull();
    expect(store.get(authAtom).token).toBe('another secret');
  });

  it('goes on when they have signed in in another tab', async () => {
    const { sent, write } = await typedAndEnded();
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 'another secret' }));
    await sent;
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('repeats nothing as another person', async () => {
    const { sent, write } = await typedAndEnded(() => ({ ...manager, id: `${manager.id.slice(0, -1)}9` }));
    await signIn('another@example.com', 'long enough password');
    expect(store.get(interruptionAtom)).toMatchObject({ isAnother: true });
    expect(store.get(authAtom).token).toBe('secret');
    await Promise.all([signOut(), expect(sent).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })]);
    expect(write).not.toHaveBeenCalled();
  });

  it('repeats nothing as another person who signs in after they have left it', async () => {
    const { sent, write } = await typedAndEnded(() => ({ ...manager, id: `${manager.id.slice(0, -1)}9` }));
    declineInterruption();
    await expect(sent).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 'another secret' }));
    await waitFor(() => expect(store.get(interruptionAtom)).toMatchObject({ isAnother: true }));
    expect(store.get(authAtom).token).toBe('secret');
    expect(write).not.toHaveBeenCalled();
  });

  it('lets the request fail when dismissed, and asks again at the next request', async () => {
    const { sent } = await typedAndEnded();
    declineInterruption();
    await expect(sent).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    const again = call(account.endOthers, {});
    await waitFor(() => expect(store.get(interruptionAtom)).not.toBeNull());
    await Promise.all([signOut(), expect(again).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })]);
    expect(store.get(interruptionAtom)).toBeNull();
  });
});
