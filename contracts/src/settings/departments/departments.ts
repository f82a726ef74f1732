import { z } from 'zod';
import { ById, OwnId, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';

/** A part of the firm; it limits what a manager sees. */
export const Department = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  head: Reference.nullable(),
  active: z.boolean(),
});
export type Department = z.infer<typeof Department>;

const fields = {
  name: requiredText(80),
  /** The head of the department; what they see depends on their own scope. */
  headId: Uuid.nullish().transform((value) => value ?? null),
};

const DepartmentListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

export const departments = {
  ...listEndpoints('/departments', 'departments', {
    query: DepartmentListQuery,
    row: Department,
    total: ListTotal,
  }),
  open: openEndpoint('/departments', 'departments', Department),
  create: createEndpoint('/departments', 'departments', {
    input: z.object({ id: OwnId, ...fields }),
    output: Department,
  }),
  edit: editEndpoint('/departments', 'departments', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: Department,
  }),
  /** Deletes a department to which nothing belongs; others are deactivated. */
  remove: removeEndpoint('/departments', 'departments'),
};
