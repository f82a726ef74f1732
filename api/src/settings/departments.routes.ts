import { departments } from '@daybook/contracts/settings/departments';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import {
  countDepartments,
  createDepartment,
  editDepartment,
  getDepartment,
  listDepartments,
  removeDepartment,
} from './departments.queries.ts';

export const departmentsRoutes = implement(
  'departments',
  departments,
)({
  list: ({ db, input }) => listDepartments(db, input),
  total: ({ db, input }) => countDepartments(db, input),
  export: ({ db, input, reply }) =>
    sendExport(
      reply,
      'departments',
      input.format,
      (cursor) => listDepartments(db, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Name', value: (row) => row.name },
        { header: 'Active', value: (row) => row.active },
      ],
    ),
  open: ({ db, input }) => getDepartment(db, input.id),
  create: ({ db, input }) => createDepartment(db, input),
  edit: ({ db, input, version }) => editDepartment(db, input, version),
  remove: async ({ db, input, version }) => {
    await removeDepartment(db, input.id, version);
    return {};
  },
});
