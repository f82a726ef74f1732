import { queryOptions } from '@tanstack/react-query';
import { callsOfSession } from '@daybook/contracts/auth/session-calls';
import { call } from '@daybook/shared/call';

/** Whether the first super admin has still to be created. Requested as soon as the page starts. */
export const setupQuery = queryOptions({
  queryKey: ['auth', 'setup'],
  queryFn: () => call(callsOfSession.setupState, {}),
  retry: false,
  staleTime: Infinity,
});
