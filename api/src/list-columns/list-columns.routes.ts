import { listColumns } from '@daybook/contracts/list-columns';
import { implement } from '../http/implement.ts';
import { chooseColumns, resetColumns } from './choose-columns.ts';
import { columnsOf } from './list-columns.queries.ts';

export const listColumnsRoutes = implement(
  'list_columns',
  listColumns,
)({
  list: ({ db, user }) => columnsOf(db, user.id),
  choose: ({ db, user, input }) => chooseColumns(db, user.id, input),
  reset: async ({ db, user, input }) => {
    await resetColumns(db, user.id, input.list);
    return {};
  },
});
