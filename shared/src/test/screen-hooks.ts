// These modules register hooks for all tests. If a file of a group loaded them, they would apply to that file only.
import '@testing-library/react';
import '@testing-library/user-event';
import './disturbances.ts';
import './no-owner-stacks.ts';
import { queryClient } from '@daybook/shared/query-client';
import { nobodySignedIn } from './sessions.tsx';

/** Called by the grouping runner: the next file begins in a browser without a session, at its first address. */
async function afterTestFile(): Promise<void> {
  await nobodySignedIn();
  queryClient.clear();
  jest.restoreAllMocks();
  history.replaceState(null, '', '/');
}

Object.assign(globalThis, { afterTestFile });
