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

/** Clients of one group that a form can hold. */
export const mostMembers = 500;

const fields = {
  name: requiredText(120),
  /** One of the members: whom the group's work is billed to. */
  payerClientId: Uuid.nullish().transform((value) => value ?? null),
  /** Those the caller sees; the others of the group stay in it. */
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
  /** Null also to who may not see that client. */
  payer: Reference.nullable(),
  /** How many of its clients the caller sees. */
  members: z.int(),
  active: z.boolean(),
});
export type ClientGroupRow = z.infer<typeof ClientGroupRow>;

export const ClientGroup = ClientGroupRow.extend({ members: z.array(Reference) });
export type ClientGroup = z.infer<typeof ClientGroup>;

export const ClientGroupListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

/** Seen by who sees one of its clients or made it. */
export const clientGroups = {
  ...listEndpoints('/client-groups', 'clients.view', {
    query: ClientGroupListQuery,
    row: ClientGroupRow,
    total: ListTotal,
  }),
  open: openEndpoint('/client-groups', 'clients.view', ClientGroup),
  /** With members: needs the key to edit clients as well. */
  create: createEndpoint('/client-groups', 'clients.add', {
    input: z.object({ id: OwnId, ...fields }),
    output: ClientGroup,
  }),
  edit: editEndpoint('/client-groups', 'clients.edit', { input: ById.extend(fields), output: ClientGroup }),
  /** Only one that never had a client; others are taken out of use. */
  remove: removeEndpoint('/client-groups', 'clients.delete'),
  /** Out of use, only without active clients, and back. */
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
