import { queryOptions } from '@tanstack/react-query';
import type { session } from '@daybook/contracts/auth/session';
import { sessionCalls } from '@daybook/contracts/auth/session-calls';
import { call } from '@daybook/shared/call';

// Without its schema, which no call reads: the sign-in page has none.
const setupState = sessionCalls.setupState as unknown as typeof session.setupState;

/** Whether the first super admin has still to be created. Requested as soon as the page starts. */
export const setupQuery = queryOptions({
  queryKey: ['auth', 'setup'],
  queryFn: () => call(setupState, {}),
  retry: false,
  staleTime: Infinity,
});
