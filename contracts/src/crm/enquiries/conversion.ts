import { z } from 'zod';
import { Email, Phone, PlainDate, Reference, Uuid, optionalText, requiredText } from '../../fields.ts';
import { TaxScheme } from '../../identifiers/tax-scheme.ts';
import { clientFields, clientKinds } from '../clients/clients.ts';
import { SubscriptionPreview } from '../subscriptions/subscriptions.ts';

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** For rules that are checked even if other fields are invalid, so that all faults are shown at once. */
export const isObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null;

/** The contact that the client gets; the enquiry's own name, e-mail address and telephone number if absent. */
export const ConvertedContact = z
  .strictObject({ name: requiredText(120), email: nullable(Email), phone: nullable(Phone) })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    path: ['email'],
    message: 'EMAIL_OR_PHONE',
    when: isObject,
  });

/** The client that the enquiry becomes. */
export const convertedClient = {
  /** An existing client in the caller's scope. If absent, `client` is created. */
  clientId: nullable(Uuid),
  client: nullable(
    z.strictObject(clientFields).omit({ contacts: true, addresses: true, registrations: true }),
  ),
  contact: nullable(ConvertedContact),
  /** A tax number that the client gets, unless it has it; `taxNote` explains why it is right although its checksum does not match. */
  taxId: optionalText(40),
  taxScheme: nullable(TaxScheme),
  taxNote: optionalText(200),
};

export const namesOneClient = ({ clientId, client }: { clientId: string | null; client: object | null }) =>
  (clientId === null) !== (client === null);
export const oneClient = { path: ['clientId'], message: 'REQUIRED', when: isObject };

export const namesTaxScheme = ({ taxId, taxScheme }: { taxId: string | null; taxScheme: string | null }) =>
  !taxId || taxScheme !== null;
export const ofTaxScheme = { path: ['taxScheme'], message: 'REQUIRED', when: isObject };

/** What a package would create for the client, and the services of the enquiry that it does not include. */
export const ConvertedPackage = z.object({
  subscription: SubscriptionPreview,
  notIncluded: z.array(Reference),
});
export type ConvertedPackage = z.infer<typeof ConvertedPackage>;

/** More first tasks than these would be a recurring task. */
export const mostFirstTasks = 20;

/** A task that the client begins with. Everything else is as its category says, if it has one. */
export const FirstTask = z.strictObject({
  categoryId: nullable(Uuid),
  title: requiredText(200),
  dueOn: PlainDate,
  assigneeIds: z.array(Uuid).max(20),
});
export type FirstTask = z.infer<typeof FirstTask>;

/** What a conversion would make of the enquiry, as the start of a form in which every part can be changed. */
export const Conversion = z.object({
  client: z.object({
    name: z.string(),
    kind: z.enum(clientKinds),
    crmId: Uuid.nullable(),
    departmentIds: z.array(Uuid),
    defaultEntityId: Uuid.nullable(),
  }),
  contact: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  /** The tax number of the enquiry, and the only scheme that it fits. */
  taxId: z.string().nullable(),
  taxScheme: TaxScheme.nullable(),
  /** The next action of the enquiry, which ends with it, and whose task it would be. */
  nextAction: z.object({ dueOn: PlainDate, assigneeIds: z.array(Uuid) }).nullable(),
  /** A task of each one-time category for a service of the enquiry; empty if the caller may not create tasks. */
  tasks: z.array(FirstTask),
});
export type Conversion = z.infer<typeof Conversion>;

/** An existing client that the enquiry may be from, best match first. */
export const MatchingClient = Reference.extend({
  code: z.string(),
  by: z.array(z.enum(['taxId', 'email', 'phone', 'name'])),
});
export type MatchingClient = z.infer<typeof MatchingClient>;
