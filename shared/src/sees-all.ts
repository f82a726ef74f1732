import { useMe } from '@daybook/shared/session';

/** Whether all clients are in the person's scope. Until the server has said so it is not denied; the server is the guard. */
export const useSeesAll = (): boolean => (useMe()?.scope ?? 'all') === 'all';
