import { useEffect } from 'react';
import { atom, useAtomValue } from 'jotai';
import { callsOfSession } from '@daybook/contracts/auth/session-calls';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { call } from '@daybook/shared/call';
import { store } from '@daybook/shared/session';

interface Setup {
  isPending: boolean;
  /** Whether the first super admin has still to be created, and the mark of the firm. Undefined if it could not be read. */
  data: OutputOf<typeof callsOfSession.setupState> | undefined;
}

export const setupAtom = atom<Setup>({ isPending: true, data: undefined });

let reading: Promise<void> | null = null;

async function read(): Promise<void> {
  const data = await call(callsOfSession.setupState, {}).catch(() => undefined);
  store.set(setupAtom, { isPending: false, data });
  reading = null;
}

/** Reads the state once. Without the cache of TanStack Query, which the sign-in page does not load. */
export function readSetup(): void {
  if (store.get(setupAtom).data === undefined) reading ??= read();
}

/** What has been read already. */
export const useKnownSetup = (): Setup => useAtomValue(setupAtom, { store });

export function useSetup(): Setup {
  useEffect(readSetup, []);
  return useKnownSetup();
}

/** The first super admin has been created. */
export const setupIsDone = (): void =>
  store.set(setupAtom, ({ data }) => ({ isPending: false, data: data && { ...data, needed: false } }));
