import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { sendExport } from '../http/send-export.ts';
import { implement } from '../http/implement.ts';
import type { Route } from '../http/implement.ts';
import { listHoldings } from './holdings.queries.ts';
import { createStaff, editStaff } from './save-staff.ts';
import {
  deactivateStaff,
  endStaffSessions,
  reactivateStaff,
  removeStaff,
  resetStaff,
} from './change-staff-status.ts';
import { countStaff, getStaff, listStaff } from './staff.queries.ts';
import { transferHoldings } from './hand-over-records.ts';
import { staffExport } from './staff.export.ts';

/** One implementation of the four lists; a person of another type is not found in this one. */
const staffRoutesOf = (kind: StaffKind, endpoints: typeof managers): Route[] =>
  implement(
    kind,
    endpoints,
  )({
    list: ({ db, input }) => listStaff(db, kind, input),
    total: ({ db, input }) => countStaff(db, kind, input),
    export: ({ db, input, language, reply }) =>
      sendExport(
        reply,
        input.format,
        (cursor) => listStaff(db, kind, { ...input, pageSize: 500, cursor }),
        staffExport(language, kind),
      ),
    open: ({ db, input }) => getStaff(db, kind, input.id),
    create: async ({ db, input, user, reply }) =>
      createStaff(db, user, kind, input, await reply.server.linkDelivery(db)),
    edit: ({ db, input, user, version }) => editStaff(db, user, kind, input, version),
    remove: async ({ db, input, user, version }) => {
      await removeStaff(db, user, kind, input.id, version);
      return {};
    },
    deactivate: ({ db, input, user, version }) => deactivateStaff(db, user, kind, input.id, version),
    reactivate: ({ db, input, user, version }) => reactivateStaff(db, user, kind, input.id, version),
    reset: async ({ db, input, user, reply }) =>
      resetStaff(db, user, kind, input, await reply.server.linkDelivery(db)),
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
