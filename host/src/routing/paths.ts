export const base = '/app';
export const landingPath = '/app/dashboards/default';
export const signInPath = '/auth/login';
export const setupPath = '/auth/setup';
export const forgotPath = '/auth/forgot';
export const requiredStepPath = '/auth/required-step';
export const profilePath = '/app/profile';
export const ownNotificationsPath = '/app/profile/notifications';

/** Query parameter of the sign-in page: the page that the person wanted. */
export const returnParam = 'redirect';

const thenTo =
  (page: string) =>
  (asked: string): string =>
    `${page}?${new URLSearchParams({ [returnParam]: asked })}`;

export const signInFor = thenTo(signInPath);
export const requiredStepFor = thenTo(requiredStepPath);
