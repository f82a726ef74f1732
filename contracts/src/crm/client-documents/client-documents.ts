import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  ById,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { Attachment } from '../../files.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { ClientLevel } from '../clients/client-levels.ts';

export const documentKinds = [
  'engagement_letter',
  'identity',
  'power_of_attorney',
  'signature_certificate',
  'registration_certificate',
  'other',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const DocumentKind = z.enum(documentKinds);

/** The kinds whose number is shown only to who opens the document; each opening is in the audit log. */
export const guardedKinds = ['identity', 'power_of_attorney'] as const satisfies DocumentKind[];
export const isGuarded = (kind: DocumentKind): boolean => guardedKinds.some((one) => one === kind);

/** Who usually reads a document of this kind. */
export const usualLevelOf = (kind: DocumentKind): ClientLevel => (isGuarded(kind) ? 'crm_up' : 'everyone');

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

const fields = {
  kind: DocumentKind,
  /** What it is, beside its kind: “Class 3”, “Deed of 1998”. */
  title: optionalText(120),
  number: optionalText(60),
  /** The person or company that it was made out to. */
  holder: optionalText(120),
  validFrom: nullable(PlainDate),
  validTo: nullable(PlainDate),
  /** Where the firm keeps the original. */
  originalAt: optionalText(200),
  /** When the firm received the original, and gave it back. */
  receivedOn: nullable(PlainDate),
  returnedOn: nullable(PlainDate),
  note: optionalText(1000),
  /** By default the usual level of the kind. */
  level: nullable(ClientLevel),
  /** How many days before its last day the notice comes; no notice if absent. */
  noticeDays: nullable(z.int().min(0).max(365)),
  /** The notice also creates a task to renew the document. */
  makesTask: z.boolean().default(false),
  /** A file that the caller has uploaded, or that the document already has. */
  attachmentId: nullable(Uuid),
};

interface Dated {
  validFrom: string | null;
  validTo: string | null;
  receivedOn: string | null;
  returnedOn: string | null;
  noticeDays: number | null;
  makesTask: boolean;
}

function checkDates(given: Dated, context: z.RefinementCtx): void {
  const { validFrom, validTo, receivedOn, returnedOn, noticeDays, makesTask } = given;
  const refuse = (field: keyof Dated, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (validFrom !== null && validTo !== null && validTo < validFrom) refuse('validTo', 'DATE_ORDER');
  if (receivedOn !== null && returnedOn !== null && returnedOn < receivedOn)
    refuse('returnedOn', 'DATE_ORDER');
  if (noticeDays !== null && validTo === null) refuse('validTo', 'REQUIRED');
  if (makesTask && noticeDays === null) refuse('noticeDays', 'REQUIRED');
}

export const ClientDocumentRow = z.object({
  id: Uuid,
  version: Version,
  client: Reference,
  /** The relationship manager of the client. */
  crm: Reference,
  kind: DocumentKind,
  title: z.string().nullable(),
  /** Null also where the number is shown only to who opens the document. */
  number: z.string().nullable(),
  holder: z.string().nullable(),
  validFrom: PlainDate.nullable(),
  validTo: PlainDate.nullable(),
  originalAt: z.string().nullable(),
  receivedOn: PlainDate.nullable(),
  returnedOn: PlainDate.nullable(),
  level: ClientLevel,
  noticeDays: z.int().nullable(),
  hasFile: z.boolean(),
});
export type ClientDocumentRow = z.infer<typeof ClientDocumentRow>;

export const ClientDocument = ClientDocumentRow.extend({
  note: z.string().nullable(),
  makesTask: z.boolean(),
  attachment: Attachment.nullable(),
  /** The last notice of its expiry, and the task that it created. */
  notice: z.object({ validTo: PlainDate, task: Reference.nullable() }).nullable(),
});
export type ClientDocument = z.infer<typeof ClientDocument>;

const path = '/client-documents';
const view = 'clients.view';
const edit = 'clients.edit';

export const ClientDocumentListQuery = listQuery(['validTo', '-validTo'], {
  kind: several(DocumentKind),
  clientId: Uuid,
  crmId: Uuid,
  /** The last day of validity, from and to; documents without one are left out. */
  from: PlainDate,
  to: PlainDate,
  /** Whether the firm has the original, or gave it back. */
  original: z.enum(['held', 'returned']),
});

/** The register of the documents of clients. Every reading follows the level of the document. */
export const clientDocuments = {
  ...listEndpoints(path, view, { query: ClientDocumentListQuery, row: ClientDocumentRow, total: ListTotal }),
  /** Opening a guarded document, and any file, is in the audit log. */
  open: openEndpoint(path, view, ClientDocument),
  create: createEndpoint(path, edit, {
    input: z.object({ id: OwnId, clientId: Uuid, ...fields }).superRefine(checkDates),
    output: ClientDocument,
  }),
  /** Only its author, managers and admins change the level. */
  edit: editEndpoint(path, edit, {
    input: ById.extend(fields).superRefine(checkDates),
    output: ClientDocument,
  }),
  remove: removeEndpoint(path, edit),
  file: endpoint({
    method: 'GET',
    path: `${path}/:id/file`,
    allow: view,
    file: true,
    input: ById,
    output: fileOutput,
  }),
  /** Uploaded before the document that refers to it. */
  upload: endpoint({
    method: 'POST',
    path: `${path}/files`,
    allow: edit,
    upload: true,
    input: z.object({ name: requiredText(200) }),
    output: Attachment,
  }),
};
