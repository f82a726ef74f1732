import { plainEndpoint } from '../endpoint.ts';
import type { session } from './session.ts';

/** The calls that a page makes before it has loaded any schema, as far as they are known without one. */
export const sessionCalls = {
  login: plainEndpoint({ method: 'POST', path: '/auth/login', allow: 'public', reads: true }),
  me: plainEndpoint({ method: 'GET', path: '/auth/me', allow: 'signedIn', duringRequiredStep: true }),
  logout: plainEndpoint({
    method: 'POST',
    path: '/auth/logout',
    allow: 'signedIn',
    duringRequiredStep: true,
  }),
  setupState: plainEndpoint({ method: 'GET', path: '/auth/setup', allow: 'public' }),
};

/** The same with the types of their schemas, which no call reads at run time. */
export const callsOfSession = sessionCalls as unknown as Pick<typeof session, keyof typeof sessionCalls>;
