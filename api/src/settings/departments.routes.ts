import { departments } from '@daybook/contracts/settings/departments';
import { implement } from '../http/implement.ts';
import {
  countDepartments,
  createDepartment,
  editDepartment,
  getDepartment,
  listDepartments,
} from './departments.queries.ts';

export const departmentsRoutes = implement(
  'departments',
  departments,
)({
  list: ({ db, input }) => listDepartments(db, input),
  total: ({ db, input }) => countDepartments(db, input),
  open: ({ db, input }) => getDepartment(db, input.id),
  create: ({ db, input }) => createDepartment(db, input),
  edit: ({ db, input, version }) => editDepartment(db, input, version),
});
