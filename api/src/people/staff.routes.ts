import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { sendExport } from '../http/send-export.ts';
import { implement } from '../http/implement.ts';
import type { Route } from '../http/implement.ts';
import { listHoldings } from './holdings.queries.ts';
import { createStaff, editStaff } from './save-staff.queries.ts';
import {
  deactivateStaff,
  endStaffSessions,
  reactivateStaff,
  removeStaff,
  resetStaff,
} from './staff-status.queries.ts';
import { countStaff, getStaff, listStaff } from './staff.queries.ts';
import { transferHoldings } from './transfer.queries.ts';

/** One implementation of the four lists; a person of another kind is not found under this one. */
const staffRoutesOf = (kind: StaffKind, endpoints: typeof managers): Route[] =>
  implement(
    kind,
    endpoints,
  )({
    list: ({ db, input }) => listStaff(db, kind, input),
    total: ({ db, input }) => countStaff(db, kind, input),
    export: ({ db, input, reply }) =>
      sendExport(
        reply,
        kind,
        input.format,
        (cursor) => listStaff(db, kind, { ...input, pageSize: 500, cursor }),
        [
          { header: 'Name', value: (row) => row.name },
          { header: 'Type', value: (row) => row.userType },
          { header: 'E-mail', value: (row) => row.email },
          { header: 'Phone', value: (row) => row.phone },
          { header: 'Departments', value: (row) => row.departments.map(({ label }) => label).join(', ') },
          { header: 'In the team of', value: (row) => row.manager?.label },
          { header: 'Sees', value: (row) => row.scope },
          { header: 'Language', value: (row) => row.locale },
          { header: 'Joined', value: (row) => row.joinedOn },
          { header: 'Left', value: (row) => row.leftOn },
          { header: 'Status', value: (row) => row.status },
        ],
      ),
    open: ({ db, input }) => getStaff(db, kind, input.id),
    create: ({ db, input, user, reply }) => createStaff(db, user, kind, input, reply.server.linkDelivery),
    edit: ({ db, input, user, version }) => editStaff(db, user, kind, input, version),
    remove: async ({ db, input, user, version }) => {
      await removeStaff(db, user, kind, input.id, version);
      return {};
    },
    deactivate: ({ db, input, user, version }) => deactivateStaff(db, user, kind, input.id, version),
    reactivate: ({ db, input, user, version }) => reactivateStaff(db, user, kind, input.id, version),
    reset: ({ db, input, user, reply }) => resetStaff(db, user, kind, input, reply.server.linkDelivery),
    endSessions: async ({ db, input, user }) => ({
      ended: await endStaffSessions(db, user, kind, input.id),
    }),
    holdings: async ({ db, input, user }) => listHoldings(db, user, (await getStaff(db, kind, input.id)).id),
    transfer: async ({ db, input, user }) => ({ moved: await transferHoldings(db, user, kind, input) }),
  });

export const staffRoutes: readonly Route[] = [
  ...staffRoutesOf('managers', managers),
  ...staffRoutesOf('executives', executives),
  ...staffRoutesOf('crms', crms),
  ...staffRoutesOf('admins', admins),
];
