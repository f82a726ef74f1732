import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { ById, OwnId, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';

/** A part of the firm: it bounds what a manager sees. */
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
  /** Who leads it; what they see follows from their own scope. */
  headId: Uuid.nullish().transform((value) => value ?? null),
};

const DepartmentListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

export const departments = {
  list: endpoint({
    method: 'GET',
    path: '/departments',
    allow: 'departments',
    input: DepartmentListQuery,
    output: pageOf(Department),
  }),
  total: endpoint({
    method: 'GET',
    path: '/departments/total',
    allow: 'departments',
    input: DepartmentListQuery,
    output: ListTotal,
  }),
  export: endpoint({
    method: 'GET',
    path: '/departments/export',
    allow: 'departments',
    file: true,
    input: DepartmentListQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  open: endpoint({
    method: 'GET',
    path: '/departments/:id',
    allow: 'departments',
    input: ById,
    output: Department,
  }),
  create: endpoint({
    method: 'POST',
    path: '/departments',
    allow: 'departments',
    input: z.object({ id: OwnId, ...fields }),
    output: Department,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/departments/:id',
    allow: 'departments',
    versioned: true,
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: Department,
  }),
  /** Only one that nobody and nothing belongs to; others are switched off. */
  remove: endpoint({
    method: 'DELETE',
    path: '/departments/:id',
    allow: 'departments',
    versioned: true,
    input: ById,
    output: z.object({}),
  }),
};
