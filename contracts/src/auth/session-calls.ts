import { plainEndpoint } from '../endpoint.ts';

/** The calls that a page makes before it has loaded any schema. */
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
