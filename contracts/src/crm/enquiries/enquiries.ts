import { z } from 'zod';
import { anyOf, endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  Email,
  Instant,
  MinorUnits,
  OwnId,
  Phone,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
  text,
} from '../../fields.ts';
import { noteFields } from '../../notes.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { createEndpoint, listEndpoints, openEndpoint, removeEndpoint } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { EnquirySource, LostReason } from '../../settings/enquiry-choices/enquiry-choices.ts';
import { EnquiryNote } from '../enquiry-form/form-note.ts';
import { AppliedPackage } from '../subscriptions/subscriptions.ts';
import {
  Conversion,
  ConvertedPackage,
  FirstTask,
  MatchingClient,
  convertedClient,
  isObject,
  mostFirstTasks,
  namesOneClient,
  namesTaxScheme,
  ofTaxScheme,
  oneClient,
} from './conversion.ts';
import { enquiryStatuses, passedStages } from './enquiry-machine.ts';

/** The group has no `view` permission: any of its permissions allows reading (docs/rules.md#reading-a-group). */
const anyLeaf = anyOf(
  'enquiries.add',
  'enquiries.edit',
  'enquiries.delete',
  'enquiries.update_status',
  'enquiries.convert',
);

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** A tax number of any kind. Kept without spaces and separators, so that it can be compared. */
const TaxId = z
  .string()
  .max(60)
  .nullish()
  .transform(
    (value) =>
      value
        ?.normalize('NFKC')
        .toUpperCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, '') || null,
  )
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{4,30}$/, 'WRONG_FORMAT')
      .nullable(),
  );

const fields = {
  enquiryDate: PlainDate,
  name: requiredText(120),
  company: optionalText(200),
  /** Either this or `phone` is required. */
  email: nullable(Email),
  phone: nullable(Phone),
  sourceId: Uuid,
  referrerClientId: nullable(Uuid),
  taxId: TaxId,
  serviceIds: z
    .array(Uuid)
    .max(50)
    .nullish()
    .transform((value) => value ?? []),
  /** Minor units of `currency`; both or neither. Unchanged if the caller may not see amounts. */
  expectedValue: nullable(Amount),
  currency: nullable(CurrencyCode),
  /** The caller if absent. */
  ownerId: nullable(Uuid),
};

const reachable = {
  path: ['email'],
  message: 'EMAIL_OR_PHONE',
  when: isObject,
};

const isReachable = ({ email, phone }: { email: string | null; phone: string | null }): boolean =>
  email !== null || phone !== null;

export const EnquiryRow = z.object({
  id: Uuid,
  version: Version,
  no: z.string(),
  enquiryDate: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source: EnquirySource,
  status: z.enum(enquiryStatuses),
  /** The day since which it has had this status. */
  statusSince: PlainDate,
  /** The status that an enquiry on hold returns to. */
  heldStatus: z.enum(enquiryStatuses).nullable(),
  owner: Reference,
  nextActionOn: z.string().nullable(),
  /** Null without an expected value, and if the caller may not see amounts. */
  expectedValue: MinorUnits.nullable(),
  currency: z.string().nullable(),
});
export type EnquiryRow = z.infer<typeof EnquiryRow>;

export const Enquiry = EnquiryRow.extend({
  taxId: z.string().nullable(),
  referrerClient: Reference.nullable(),
  services: z.array(Reference),
  lostReason: LostReason.nullable(),
  /** What was written about the loss. */
  lostNote: z.string().nullable(),
  convertedClient: Reference.nullable(),
  /** When the client that it became was erased: nothing is written on it any more. */
  erasedAt: Instant.nullable(),
  /** The numbers of the enquiries that were merged into it. */
  mergedNos: z.array(z.string()),
  notes: z.array(EnquiryNote),
});
export type Enquiry = z.infer<typeof Enquiry>;

/** A service, or `none` for enquiries without one. */
export const KeyedService = z.union([Uuid, z.literal('none')]);

export const EnquiryListQuery = listQuery(['-date', 'date', 'nextAction', '-nextAction'], {
  status: several(z.enum(enquiryStatuses)),
  sourceId: Uuid,
  lostReasonId: Uuid,
  owner: Uuid,
  /** Only enquiries that are neither won nor lost. */
  open: z.stringbool(),
  /** Only enquiries whose next action is due on this day or earlier. */
  dueBy: PlainDate,
  /** The client that it became, or that referred it. */
  clientId: Uuid,
  /** Dates of enquiries, both included. */
  from: PlainDate,
  to: PlainDate,
  serviceId: KeyedService,
  /** Only enquiries that have been in this stage or a later one. */
  reached: z.enum(passedStages),
  /** Only enquiries that have had their status since this day or later. */
  since: PlainDate,
});

/** What finds enquiries: the list and its other views share it. */
export const EnquiryFound = EnquiryListQuery.pick({ q: true, filter: true });

/** Another enquiry or a client with the same e-mail address, telephone or tax number, or with a similar name. */
export const Duplicate = z.object({
  kind: z.enum(['enquiry', 'client']),
  id: Uuid,
  /** The number of the enquiry, such as `ENQ-25-0007`, or the code of the client. */
  code: z.string(),
  label: z.string(),
  status: z.string(),
  by: z.enum(['email', 'phone', 'taxId', 'name']),
});
export type Duplicate = z.infer<typeof Duplicate>;

export const enquiries = {
  ...listEndpoints('/enquiries', anyLeaf, { query: EnquiryListQuery, row: EnquiryRow, total: ListTotal }),
  /** Earlier enquiries and clients with the same contact details or a similar name, within the caller's scope. */
  duplicates: endpoint({
    method: 'GET',
    path: '/enquiries/duplicates',
    allow: anyLeaf,
    input: z.object({
      email: Email.optional(),
      phone: Phone.optional(),
      taxId: text(60).optional(),
      /** Names of the person and of the company. */
      name: text(120).optional(),
      company: text(200).optional(),
      exceptId: Uuid.optional(),
    }),
    output: z.array(Duplicate),
  }),
  /** A merged enquiry opens as the one that it was merged into. */
  open: openEndpoint('/enquiries', anyLeaf, Enquiry),
  create: createEndpoint('/enquiries', 'enquiries.add', {
    input: z.object({ id: OwnId, ...fields, nextActionOn: PlainDate }).refine(isReachable, reachable),
    output: Enquiry,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/enquiries/:id',
    allow: 'enquiries.edit',
    versioned: true,
    /** The date of the next action may be empty once the enquiry is won or lost. */
    input: ById.extend({ ...fields, nextActionOn: nullable(PlainDate) }).refine(isReachable, reachable),
    output: Enquiry,
  }),
  /** Moves an enquiry to the bin for 30 days; refused if it was won. */
  remove: removeEndpoint('/enquiries', 'enquiries.delete'),
  move: endpoint({
    method: 'POST',
    path: '/enquiries/:id/status',
    allow: 'enquiries.update_status',
    versioned: true,
    input: ById.extend({
      to: z.enum(enquiryStatuses),
      /** The day of the move, if it is recorded later; today if absent. */
      on: nullable(PlainDate),
      /** Required for `lost`. */
      lostReasonId: nullable(Uuid),
      lostNote: optionalText(500),
      /** The date of the next action: unchanged if absent, and required if an enquiry without one becomes live again. */
      nextActionOn: nullable(PlainDate),
    }),
    output: Enquiry,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/enquiries/:id/notes',
    allow: anyOf('enquiries.add', 'enquiries.edit', 'enquiries.update_status'),
    input: ById.extend(noteFields),
    output: Enquiry,
  }),
  /** What a conversion would create; every part of it can be changed. */
  conversion: endpoint({
    method: 'GET',
    path: '/enquiries/:id/conversion',
    allow: 'enquiries.convert',
    input: ById,
    output: Conversion,
  }),
  /** Active clients in the caller's scope that the enquiry may be from: by its contact details, a tax number, or a similar name. */
  matchingClients: endpoint({
    method: 'GET',
    path: '/enquiries/:id/matching-clients',
    allow: 'enquiries.convert',
    input: ById.extend({
      /** The name of the client, if it is not that of the enquiry. */
      name: optionalText(200),
      /** A tax number in any spelling. */
      taxId: optionalText(40),
    }),
    output: z.array(MatchingClient),
  }),
  /** Adds a call-back to an enquiry that is not closed: what was said, and the date of the next action. */
  callBack: endpoint({
    method: 'POST',
    path: '/enquiries/:id/call-back',
    allow: anyOf('enquiries.add', 'enquiries.edit', 'enquiries.update_status'),
    input: ById.extend(noteFields).extend({ nextActionOn: PlainDate }),
    output: Enquiry,
  }),
  /**
   * Merges another enquiry into this one: notes, files, services and history of both are shown here, empty fields are filled
   * from the other, and its address leads here. It cannot be undone. Refused if the other was won.
   */
  merge: endpoint({
    method: 'POST',
    path: '/enquiries/:id/merge',
    allow: 'enquiries.edit',
    versioned: true,
    input: ById.extend({ otherId: Uuid, otherVersion: Version }),
    output: Enquiry,
  }),
  /** Restores an enquiry from the bin. */
  restore: endpoint({
    method: 'POST',
    path: '/enquiries/:id/restore',
    allow: 'enquiries.delete',
    versioned: true,
    input: ById,
    output: Enquiry,
  }),
  /** What a package would create for the client that the enquiry becomes. Refuses as `convert`. */
  previewPackage: endpoint({
    method: 'POST',
    path: '/enquiries/:id/convert/preview',
    allow: 'enquiries.convert',
    reads: true,
    input: ById.extend({ ...convertedClient, package: AppliedPackage })
      .refine(namesOneClient, oneClient)
      .refine(namesTaxScheme, ofTaxScheme),
    output: ConvertedPackage,
  }),
  /**
   * Creates the client with its contact, first tasks and package, or uses an existing client, and marks the enquiry as won, in one
   * transaction. A repeated call answers the same client and creates nothing, whatever version it names.
   */
  convert: endpoint({
    method: 'POST',
    path: '/enquiries/:id/convert',
    allow: 'enquiries.convert',
    versioned: true,
    input: ById.extend({
      /** The day of the move, if it is recorded later; today if absent. */
      on: nullable(PlainDate),
      ...convertedClient,
      /** Only from callers with `tasks.create`. */
      tasks: z.array(FirstTask).max(mostFirstTasks).default([]),
      /** A package that the client begins with; only from callers who may apply packages. */
      package: nullable(AppliedPackage),
    })
      .refine(namesOneClient, oneClient)
      .refine(namesTaxScheme, ofTaxScheme),
    output: z.object({ client: Reference.extend({ code: z.string() }) }),
  }),
};
