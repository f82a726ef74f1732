import { security } from '@daybook/contracts/settings/security/security';
import { implement } from '../../http/implement.ts';
import { saveSecurity } from './save-security.ts';
import { getSecurity } from './security.queries.ts';

export const securityRoutes = implement(
  'security',
  security,
)({
  open: ({ db, reply }) => getSecurity(db, reply.request.ip),
  save: ({ db, input, version, reply }) => saveSecurity(db, input, { address: reply.request.ip, version }),
});
