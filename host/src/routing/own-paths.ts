/** Addresses below /app that belong to the host itself. A release refuses a remote that claims one of them. */
export const ownPaths = ['dashboards/:name', 'profile', 'profile/notifications'] as const;
