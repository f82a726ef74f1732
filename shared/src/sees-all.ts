import { useMe } from '@daybook/shared/session';

/** Whether the person's scope includes all clients. True until the server has answered; the server enforces the scope. */
export const useSeesAll = (): boolean => (useMe()?.scope ?? 'all') === 'all';
