import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileOutput } from './file-output.ts';
import type { Allow } from './endpoint.ts';
import { ById } from './fields.ts';
import { exportFormat, pageOf } from './lists.ts';
import type { ListTotal } from './lists.ts';

/* The endpoints that most features have, each under the path of its records. A feature picks those that it has and adds its own. */

/** The three reads of a list: its pages, the total of its filter, and the export. */
export const listEndpoints = <
  Query extends z.ZodRawShape,
  Row extends z.ZodType,
  Total extends typeof ListTotal,
>(
  path: string,
  allow: Allow,
  list: { query: z.ZodObject<Query>; row: Row; total: Total },
) => ({
  list: endpoint({ method: 'GET', path, allow, input: list.query, output: pageOf(list.row) }),
  total: endpoint({ method: 'GET', path: `${path}/total`, allow, input: list.query, output: list.total }),
  export: endpoint({
    method: 'GET',
    path: `${path}/export`,
    allow,
    file: true,
    input: list.query.extend({ format: exportFormat }),
    output: fileOutput,
  }),
});

export const openEndpoint = <Out extends z.ZodType>(path: string, allow: Allow, output: Out) =>
  endpoint({ method: 'GET', path: `${path}/:id`, allow, input: ById, output });

/** A setting that the firm has once. It is saved at the version that the caller saw. */
export const settingEndpoints = <In extends z.ZodObject, Out extends z.ZodType>(
  path: string,
  allow: { read: Allow; save: Allow },
  { input, output }: { input: In; output: Out },
) => ({
  open: endpoint({ method: 'GET', path, allow: allow.read, input: z.object({}), output }),
  save: endpoint({ method: 'PUT', path, allow: allow.save, versioned: true, input, output }),
});

export const createEndpoint = <In extends z.ZodObject, Out extends z.ZodType>(
  path: string,
  allow: Allow,
  { input, output }: { input: In; output: Out },
) => endpoint({ method: 'POST', path, allow, input, output });

/** Changes the record at the version that the caller saw. */
export const editEndpoint = <In extends z.ZodObject, Out extends z.ZodType>(
  path: string,
  allow: Allow,
  { input, output }: { input: In; output: Out },
) => endpoint({ method: 'PATCH', path: `${path}/:id`, allow, versioned: true, input, output });

/** Removes the record at the version that the caller saw. */
export const removeEndpoint = (path: string, allow: Allow) =>
  endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow,
    versioned: true,
    input: ById,
    output: z.object({}),
  });
