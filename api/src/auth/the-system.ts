import { permissions } from '@daybook/contracts/permissions';
import type { CurrentUser } from './current-user.ts';

/** The actor of background work such as series. It sees everything, and its changes name no person. */
export const theSystem: CurrentUser = {
  id: '00000000-0000-0000-0000-000000000000',
  name: '',
  email: '',
  userType: 'super_admin',
  scope: 'all',
  permVersion: 0,
  locale: 'en',
  keys: new Set(permissions),
  sessionId: '',
  must: null,
};
