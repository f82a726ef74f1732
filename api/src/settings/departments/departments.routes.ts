import { departments } from '@daybook/contracts/settings/departments/departments';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countDepartments, getDepartment, listDepartments } from './departments.queries.ts';
import { createDepartment, editDepartment, removeDepartment } from './save-department.ts';
import { departmentExport } from './departments.export.ts';

export const departmentsRoutes = implement(
  'departments',
  departments,
)({
  list: ({ db, input }) => listDepartments(db, input),
  total: ({ db, input }) => countDepartments(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listDepartments(db, { ...input, pageSize: 500, cursor }),
      departmentExport(language),
    ),
  open: ({ db, input }) => getDepartment(db, input.id),
  create: ({ db, input }) => createDepartment(db, input),
  edit: ({ db, input, version }) => editDepartment(db, input, version),
  remove: async ({ db, input, version }) => {
    await removeDepartment(db, input.id, version);
    return {};
  },
});
