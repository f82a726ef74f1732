import { z } from 'zod';
import { anyOf, endpoint } from '../../endpoint.ts';
import { ById, LanguageCode, PlainDate, Reference, Uuid, requiredText, text } from '../../fields.ts';
import { reminderFields } from '../../reminders.ts';
import { ClientListQuery } from './clients.ts';

/** The most clients that can be chosen one by one. A search with filters may find any number. */
export const mostChosenClients = 1_000;

/** For how many seconds after its end a bulk change can be undone. */
export const undoSeconds = 10;

/** The clients: the chosen ones, or without `ids` all that the search and the filters of the list find. */
export const clientSelection = {
  ids: z.array(Uuid).min(1).max(mostChosenClients).optional(),
  q: text(200).optional(),
  filter: ClientListQuery.shape.filter,
};

const ids = z.array(Uuid).max(20).default([]);
const tags = z.array(requiredText(40)).max(20).default([]);

/** What a bulk change does with each client. */
export const ClientChange = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('crm'), id: Uuid }),
  z.strictObject({ field: z.literal('manager'), id: Uuid.nullable() }),
  z.strictObject({ field: z.literal('executives'), add: ids, remove: ids }),
  z.strictObject({ field: z.literal('departments'), add: ids, remove: ids }),
  z.strictObject({ field: z.literal('group'), id: Uuid.nullable() }),
  z.strictObject({ field: z.literal('tags'), add: tags, remove: tags }),
  z.strictObject({ field: z.literal('paymentTerms'), days: z.int().min(0).max(365) }),
  z.strictObject({ field: z.literal('reminders'), ...reminderFields }),
  z.strictObject({ field: z.literal('docLocale'), language: LanguageCode }),
]);
export type ClientChange = z.output<typeof ClientChange>;
export type ClientChangeField = ClientChange['field'];
export const clientChangeFields = ClientChange.options.map(({ shape }) => shape.field.value);

/** Why a client is left out of a bulk change. `PAYS`: it pays for the group that it would leave. */
export const leftOutReasons = ['SAME', 'PAYS'] as const;

const Started = z.object({
  /** The id of the job. */
  id: Uuid,
});

const allow = anyOf('clients.edit', 'clients.deactivate');

/** One change for many clients, as a job that runs the command of a single client for each. */
export const clientBulk = {
  /** What the change, or without one the deactivation, would do. */
  preview: endpoint({
    method: 'POST',
    path: '/clients/bulk/preview',
    allow,
    reads: true,
    input: z.object({ ...clientSelection, change: ClientChange.optional() }),
    output: z.object({
      /** The number of clients that change. */
      changes: z.int(),
      leftOut: z.array(
        z.object({
          reason: z.enum(leftOutReasons),
          count: z.int(),
          /** The first of them. */
          some: z.array(Reference),
        }),
      ),
    }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/clients/bulk',
    allow: 'clients.edit',
    input: z.object({ ...clientSelection, change: ClientChange }),
    output: Started,
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/clients/bulk/deactivate',
    allow: 'clients.deactivate',
    input: z.object({
      ...clientSelection,
      reason: requiredText(500),
      effectiveOn: PlainDate.nullish().transform((value) => value ?? null),
    }),
    output: Started,
  }),
  /**
   * Gives back what the caller's own job changed, for `undoSeconds` after its end, in a job of its own. A client that somebody
   * has changed since stays as it is.
   */
  undo: endpoint({ method: 'POST', path: '/clients/bulk/:id/undo', allow, input: ById, output: Started }),
};
