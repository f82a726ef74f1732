import { useMe } from '@daybook/shared/session';

/** Whether all clients are in the person's scope. True until the server has answered; the server is the guard. */
export const useSeesAll = (): boolean => (useMe()?.scope ?? 'all') === 'all';
