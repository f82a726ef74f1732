import { z } from 'zod';
import { anyOf, endpoint, userTypeOf, type Allow } from '../endpoint.ts';
import {
  ById,
  Email,
  Instant,
  LanguageCode,
  OwnId,
  Phone,
  PlainDate,
  Reference,
  Uuid,
  Version,
  requiredText,
} from '../fields.ts';
import { ListTotal, listQuery, several } from '../lists.ts';
import { editEndpoint, listEndpoints, openEndpoint, removeEndpoint } from '../usual-endpoints.ts';
import type { EntityKind } from '../entities.ts';
import { scopes, type UserType } from '../permissions.ts';

/** The four staff lists, by the path segment of their address, with the user types in each. */
export const staffKinds = {
  managers: ['manager'],
  executives: ['executive'],
  crms: ['crm'],
  admins: ['admin', 'super_admin'],
} as const satisfies Record<string, readonly UserType[]>;
export type StaffKind = keyof typeof staffKinds;

/** The kind of record in each list. */
export const entityOfStaff = {
  managers: 'manager',
  executives: 'executive',
  crms: 'crm',
  admins: 'admin',
} as const satisfies Record<StaffKind, EntityKind>;

export const userStatuses = ['invited', 'active', 'deactivated'] as const;
export type UserStatus = (typeof userStatuses)[number];

const orNull = <Field extends z.ZodType>(field: Field) => field.nullish().transform((value) => value ?? null);

const fields = {
  name: requiredText(120),
  email: Email,
  phone: orNull(Phone),
  /** The head of the person's team; circles are refused. */
  managerId: orNull(Uuid),
  /** The person's scope. Refused if it is wider than the caller's own. */
  scope: z.enum(scopes),
  locale: LanguageCode,
  joinedOn: orNull(PlainDate),
  leftOn: orNull(PlainDate),
};

/** Managers and executives need a department, because it limits what a manager sees. */
export const needsDepartment = (kind: StaffKind): boolean => kind === 'managers' || kind === 'executives';

/** The departments of the person. Refused if they let the person see more than the caller does. */
const departmentIdsOf = (kind: StaffKind) =>
  z
    .array(Uuid)
    .max(50)
    .nullish()
    .transform((value) => value ?? [])
    .refine((ids) => ids.length > 0 || !needsDepartment(kind), 'REQUIRED');

export const StaffMember = z.object({
  id: Uuid,
  version: Version,
  userType: z.enum(['super_admin', 'admin', 'manager', 'executive', 'crm']),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  departments: z.array(Reference),
  manager: Reference.nullable(),
  scope: z.enum(scopes),
  locale: LanguageCode,
  joinedOn: z.string().nullable(),
  leftOn: z.string().nullable(),
  status: z.enum(userStatuses),
  /** Whether two-factor sign-in is set up. */
  hasTotp: z.boolean(),
  lastSignInAt: Instant.nullable(),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** The answer to an invitation. The link is sent by mail. It is in the answer only if no mail server is set up, so that it can be handed over in person. */
export const Invitation = z.object({ member: StaffMember, link: z.string().nullable() });

/** What a person is responsible for, by kind; kinds without any are left out. */
export const holdingKinds = [
  'clientsAsCrm',
  'clientsAsManager',
  'clientsAsExecutive',
  'clientsToFollowUp',
  'openEnquiries',
  'openTasksAssigned',
  'openTasksToReview',
  'teamMembers',
] as const;
export const Holdings = z.object({
  rows: z.array(
    z.object({
      kind: z.enum(holdingKinds),
      count: z.int(),
      names: z.array(z.string()).describe('The first five'),
    }),
  ),
  /** The ledgers of the person in which something is still owed, by billing entity and currency. Nobody can take them over. */
  openLedgers: z.array(z.object({ entity: z.string(), currency: z.string() })),
});
export type Holdings = z.infer<typeof Holdings>;

const sorts = ['name', '-name', 'email', '-email'] as const;
const StaffListQuery = listQuery(sorts, {
  status: several(z.enum(userStatuses)),
  departmentId: Uuid,
  managerId: Uuid,
});

/** The permission in the group of the kind; only super admins manage admins. */
const keyOf = (kind: StaffKind, leaf: 'add' | 'edit' | 'delete'): Allow =>
  kind === 'admins' ? userTypeOf('super_admin') : `${kind}.${leaf}`;
const readerOf = (kind: StaffKind): Allow =>
  kind === 'admins' ? userTypeOf('super_admin') : anyOf(`${kind}.add`, `${kind}.edit`, `${kind}.delete`);

const listsOf = (kind: StaffKind) => ({
  ...listEndpoints(`/${kind}`, readerOf(kind), { query: StaffListQuery, row: StaffMember, total: ListTotal }),
  open: openEndpoint(`/${kind}`, readerOf(kind), StaffMember),
});

function recordsOf(kind: StaffKind) {
  const types: readonly [UserType, ...UserType[]] = staffKinds[kind];
  /** One of the user types of the list; only the admins list has more than one. */
  const userType = z.enum(types).default(types[0]);
  const departmentIds = departmentIdsOf(kind);
  return {
    /** Creates the person with the preset permissions of their type, and invites them. */
    create: endpoint({
      method: 'POST',
      path: `/${kind}`,
      allow: keyOf(kind, 'add'),
      input: z.object({ id: OwnId, userType, ...fields, departmentIds }),
      output: Invitation,
      shownOnce: ['link'],
    }),
    edit: editEndpoint(`/${kind}`, keyOf(kind, 'edit'), {
      input: ById.extend({ userType, ...fields, departmentIds }),
      output: StaffMember,
    }),
    /** Deletes a person who is responsible for nothing and has never done anything; others are deactivated. */
    remove: removeEndpoint(`/${kind}`, keyOf(kind, 'delete')),
  };
}

const accountsOf = (kind: StaffKind) => ({
  /** Deactivates a person. Their sessions end at once. */
  deactivate: endpoint({
    method: 'POST',
    path: `/${kind}/:id/deactivate`,
    allow: keyOf(kind, 'edit'),
    versioned: true,
    input: ById,
    output: StaffMember,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: `/${kind}/:id/reactivate`,
    allow: keyOf(kind, 'edit'),
    versioned: true,
    input: ById,
    output: StaffMember,
  }),
  /**
   * Sends a new invitation, or a link for a new password: the old password and all sessions end. `resetTotp` also
   * switches two-factor sign-in off. Refuses PERM_DENIED if the person has more permissions than the caller, as a change
   * of `email` does, because it would let the caller take over the account.
   */
  reset: endpoint({
    method: 'POST',
    path: `/${kind}/:id/reset`,
    allow: keyOf(kind, 'edit'),
    input: ById.extend({ resetTotp: z.boolean().default(false) }),
    output: Invitation,
    shownOnce: ['link'],
  }),
  endSessions: endpoint({
    method: 'POST',
    path: `/${kind}/:id/end-sessions`,
    allow: keyOf(kind, 'edit'),
    input: ById,
    output: z.object({ ended: z.int() }),
  }),
});

const handoversOf = (kind: StaffKind) => ({
  /** The preview of `transfer`. Names are limited to the caller's scope; counts include everything. */
  holdings: endpoint({
    method: 'GET',
    path: `/${kind}/:id/holdings`,
    allow: keyOf(kind, 'edit'),
    input: ById,
    output: Holdings,
  }),
  /**
   * Hands everything of the chosen kinds over to a colleague, in one transaction. Refuses on `toId` if the colleague's
   * user type may not hold a kind.
   */
  transfer: endpoint({
    method: 'POST',
    path: `/${kind}/:id/transfer`,
    allow: keyOf(kind, 'edit'),
    input: ById.extend({
      toId: Uuid,
      kinds: z.array(z.enum(holdingKinds)).min(1).max(holdingKinds.length),
    }),
    output: z.object({ moved: z.int() }),
  }),
});

/** The endpoints of one staff list, the same for each. */
const staffOf = (kind: StaffKind) => ({
  ...listsOf(kind),
  ...recordsOf(kind),
  ...accountsOf(kind),
  ...handoversOf(kind),
});

export const managers = staffOf('managers');
export const executives = staffOf('executives');
export const crms = staffOf('crms');
export const admins = staffOf('admins');
