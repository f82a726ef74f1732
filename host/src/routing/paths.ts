export const base = '/app';
export const landingPath = '/app/dashboards/default';
export const signInPath = '/auth/login';
export const setupPath = '/auth/setup';

/** Query parameter of the sign-in page: where the person wanted to go. */
export const returnParam = 'redirect';

export const signInFor = (asked: string): string =>
  `${signInPath}?${new URLSearchParams({ [returnParam]: asked })}`;
