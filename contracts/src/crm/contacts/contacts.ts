import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Email, Phone, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { editEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { ContactLink, clientStatuses, contactRoles } from '../clients/clients.ts';
import { RefusedMail } from './refused-addresses.ts';

/** The most clients of a contact that its page lists. */
export const mostClients = 200;

export const ContactRow = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  refused: RefusedMail.nullable(),
  /** The first clients of the contact within the caller's scope, in the order of their names. */
  clients: z.array(Reference),
  /** The number of its clients within the scope, and of those outside it. */
  visible: z.int(),
  others: z.int(),
});
export type ContactRow = z.infer<typeof ContactRow>;

export const Contact = ContactRow.omit({ clients: true }).extend({
  clients: z.array(
    ContactLink.extend({ id: Uuid, code: z.string(), label: z.string(), status: z.enum(clientStatuses) }),
  ),
});
export type Contact = z.infer<typeof Contact>;

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** People whom one or several clients share. They are added and removed on the form of a client. */
export const contacts = {
  ...listEndpoints('/contacts', 'clients.view', {
    query: listQuery(['name', '-name'], {
      role: z.enum(contactRoles),
      /** Whether the contact has more than one client. */
      shared: z.stringbool(),
      /** Whether a mail server refused the address. */
      refused: z.stringbool(),
    }),
    row: ContactRow,
    total: ListTotal,
  }),
  open: openEndpoint('/contacts', 'clients.view', Contact),
  /** Contacts with the same e-mail or telephone, who are likely the same person; at most ten. */
  likely: endpoint({
    method: 'GET',
    path: '/contacts/likely',
    allow: 'clients.view',
    input: z.object({ email: Email.optional(), phone: Phone.optional(), exceptId: Uuid.optional() }),
    output: z.array(ContactRow),
  }),
  /** Changes a person for all their clients. Refused with CONTACT_SHARED unless the caller sees all of these. */
  edit: editEndpoint('/contacts', 'clients.edit', {
    input: ById.extend({ name: requiredText(120), email: nullable(Email), phone: nullable(Phone) }).refine(
      ({ email, phone }) => email !== null || phone !== null,
      {
        path: ['email'],
        message: 'EMAIL_OR_PHONE',
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    ),
    output: Contact,
  }),
};
