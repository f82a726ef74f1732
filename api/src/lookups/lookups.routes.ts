import { lookups } from '@daybook/contracts/lookups';
import { implement } from '../http/implement.ts';
import { lookUp } from './lookups.queries.ts';

export const lookupsRoutes = implement(
  'lookups',
  lookups,
)({
  find: ({ db, user, language, input: { kind, ...wanted } }) =>
    lookUp(db, user, kind, { ...wanted, language }),
});
