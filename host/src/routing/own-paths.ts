/** Addresses below /app that are pages of the host itself: a release refuses a remote that claims one of them. */
export const ownPaths = ['dashboards/:name', 'profile'] as const;
