import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { ById, OwnId, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';

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
  list: endpoint({
    method: 'GET',
    path: '/client-groups',
    allow: 'clients.view',
    input: ClientGroupListQuery,
    output: pageOf(ClientGroupRow),
  }),
  total: endpoint({
    method: 'GET',
    path: '/client-groups/total',
    allow: 'clients.view',
    input: ClientGroupListQuery,
    output: ListTotal,
  }),
  export: endpoint({
    method: 'GET',
    path: '/client-groups/export',
    allow: 'clients.view',
    file: true,
    input: ClientGroupListQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  open: endpoint({
    method: 'GET',
    path: '/client-groups/:id',
    allow: 'clients.view',
    input: ById,
    output: ClientGroup,
  }),
  /** With members: needs the key to edit clients as well. */
  create: endpoint({
    method: 'POST',
    path: '/client-groups',
    allow: 'clients.add',
    input: z.object({ id: OwnId, ...fields }),
    output: ClientGroup,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/client-groups/:id',
    allow: 'clients.edit',
    versioned: true,
    input: ById.extend(fields),
    output: ClientGroup,
  }),
  /** Only one that never had a client; others are taken out of use. */
  remove: endpoint({
    method: 'DELETE',
    path: '/client-groups/:id',
    allow: 'clients.delete',
    versioned: true,
    input: ById,
    output: z.object({}),
  }),
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
