import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, OwnId, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';

/** The most clients of a group that a form can hold. */
export const mostMembers = 500;

const fields = {
  name: requiredText(120),
  /** The member that the group's work is billed to. */
  payerClientId: Uuid.nullish().transform((value) => value ?? null),
  /** The members in the caller's scope. The other members of the group stay in it. */
  memberIds: z
    .array(Uuid)
    .max(mostMembers)
    .nullish()
    .transform((value) => value ?? []),
};

export const ClientGroupRow = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  /** Null if there is no payer or the caller may not see it. */
  payer: Reference.nullable(),
  /** The number of members in the caller's scope. */
  members: z.int(),
  active: z.boolean(),
});
export type ClientGroupRow = z.infer<typeof ClientGroupRow>;

export const ClientGroup = ClientGroupRow.extend({ members: z.array(Reference) });
export type ClientGroup = z.infer<typeof ClientGroup>;

export const ClientGroupListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

/** Client groups. A group is visible to people who see one of its clients or who created it. */
export const clientGroups = {
  ...listEndpoints('/client-groups', 'clients.view', {
    query: ClientGroupListQuery,
    row: ClientGroupRow,
    total: ListTotal,
  }),
  open: openEndpoint('/client-groups', 'clients.view', ClientGroup),
  /** Creates a group. If it has members, the caller also needs the permission to edit clients. */
  create: createEndpoint('/client-groups', 'clients.add', {
    input: z.object({ id: OwnId, ...fields }),
    output: ClientGroup,
  }),
  edit: editEndpoint('/client-groups', 'clients.edit', { input: ById.extend(fields), output: ClientGroup }),
  /** Deletes a group that never had a client; others are deactivated. */
  remove: removeEndpoint('/client-groups', 'clients.delete'),
  /** Deactivates a group without active clients. It can be reactivated. */
  deactivate: endpoint({
    method: 'POST',
    path: '/client-groups/:id/deactivate',
    allow: 'clients.deactivate',
    versioned: true,
    input: ById,
    output: ClientGroup,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/client-groups/:id/reactivate',
    allow: 'clients.deactivate',
    versioned: true,
    input: ById,
    output: ClientGroup,
  }),
};
