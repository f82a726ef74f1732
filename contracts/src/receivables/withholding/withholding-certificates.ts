import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  requiredText,
  text,
} from '../../fields.ts';
import { Attachment } from '../../files.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { createEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { FieldFaults } from '../../billing/invoices/invoice-record.ts';
import { FiscalYearName, WithheldSource, quarters } from './withholding-entries.ts';

const quarter = z.int().min(1).max(4);
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** The part of a certificate that proves one entry of the register; without an amount, as much as both sides have left. */
const MatchInput = z.strictObject({ entryId: Uuid, amount: Amount.min(1).optional() });

export const CertificateInput = z.object({
  clientId: Uuid,
  entityId: Uuid,
  section: requiredText(30),
  fy: FiscalYearName,
  quarter,
  number: requiredText(60),
  certificateDate: PlainDate,
  currency: CurrencyCode,
  amount: Amount.min(1),
  /** A file that the caller has already uploaded. */
  attachmentId: absent(Uuid),
  matches: z.array(MatchInput).max(200).default([]),
});
export type CertificateInput = z.output<typeof CertificateInput>;

export const CertificateRow = z.object({
  id: Uuid,
  version: Version,
  number: z.string(),
  client: Reference,
  entity: Reference,
  section: z.string(),
  fy: FiscalYearName,
  quarter,
  certificateDate: PlainDate,
  currency: z.string(),
  amount: MinorUnits,
  /** What of it proves entries of the register. */
  matched: MinorUnits,
  hasFile: z.boolean(),
  isWithdrawn: z.boolean(),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

export const WithholdingCertificate = CertificateRow.extend({
  attachment: Attachment.nullable(),
  withdrawalReason: z.string().nullable(),
  matches: z.array(
    z.object({
      id: Uuid,
      entryId: Uuid,
      source: WithheldSource,
      amount: MinorUnits,
      isReleased: z.boolean(),
    }),
  ),
});
export type WithholdingCertificate = z.infer<typeof WithholdingCertificate>;

/** `open`: something of it proves nothing yet. */
export const certificateTabs = ['open', 'all'] as const;

const path = '/withholding-certificates';
const view = 'receipts.view';
const add = 'receipts.add';

/** The certificates by which clients prove that they paid the tax that they withheld. */
export const withholdingCertificates = {
  ...listEndpoints(path, view, {
    query: listQuery(['-date', 'date'], {
      tab: z.enum(certificateTabs),
      clientId: Uuid,
      entityId: Uuid,
      fy: FiscalYearName,
      quarter: z.enum(quarters),
    }),
    row: CertificateRow,
    total: ListTotal,
  }),
  open: openEndpoint(path, view, WithholdingCertificate),
  create: createEndpoint(path, add, {
    input: CertificateInput.extend({ id: OwnId }),
    output: WithholdingCertificate,
  }),
  /** Matches more entries with what is left of the certificate. */
  match: endpoint({
    method: 'POST',
    path: `${path}/:id/match`,
    allow: add,
    versioned: true,
    input: ById.extend({ matches: z.array(MatchInput).min(1).max(200) }),
    output: WithholdingCertificate,
  }),
  attach: endpoint({
    method: 'POST',
    path: `${path}/:id/attach`,
    allow: add,
    versioned: true,
    input: ById.extend({ attachmentId: Uuid }),
    output: WithholdingCertificate,
  }),
  /** The entries that it proved are awaiting a certificate again. */
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/:id/withdraw`,
    allow: add,
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: WithholdingCertificate,
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:id/file`,
    allow: view,
    file: true,
    input: ById,
    output: fileOutput,
  }),
  /** A scan or a PDF, uploaded before the certificate that refers to it. */
  upload: endpoint({
    method: 'POST',
    path: `${path}/files`,
    allow: add,
    upload: true,
    input: z.object({ name: requiredText(200) }),
    output: Attachment,
  }),
};

/** The most rows of one file. */
export const mostCertificateRows = 1000;

/**
 * A row of a file of certificates. The client is known by a tax number (TAN, or the PAN within a GSTIN), else by its code
 * or name. `deductedOn` is any day of the quarter.
 */
export const certificateColumns = [
  'taxId',
  'client',
  'section',
  'deductedOn',
  'number',
  'certificateDate',
  'amount',
] as const;
export type CertificateColumn = (typeof certificateColumns)[number];

const cell = text(200).default('');
export const CertificateLine = z.strictObject({
  taxId: cell,
  client: cell,
  section: cell,
  deductedOn: cell,
  number: cell,
  certificateDate: cell,
  amount: cell,
});
export type CertificateLine = z.infer<typeof CertificateLine>;

/** What would become of a row; `faults` are by column. `same`: the certificate is already there. */
export const ReadCertificate = z.object({
  outcome: z.enum(['new', 'same', 'wrong']),
  client: Reference.nullable(),
  certificate: z
    .object({
      section: z.string(),
      fy: FiscalYearName,
      quarter,
      number: z.string(),
      certificateDate: PlainDate,
      currency: z.string(),
      amount: MinorUnits,
    })
    .nullable(),
  /** The entries that it would prove. */
  matches: z.array(z.object({ entryId: Uuid, source: WithheldSource, amount: MinorUnits })),
  faults: FieldFaults,
});
export type ReadCertificate = z.infer<typeof ReadCertificate>;

const lines = z.array(CertificateLine).min(1).max(mostCertificateRows);

/** Certificates from a file: the client by its tax number, then section and quarter, then the amount. */
export const certificateFiles = {
  preview: endpoint({
    method: 'POST',
    path: '/certificate-files/preview',
    allow: add,
    reads: true,
    input: z.object({ entityId: Uuid, rows: lines }),
    output: z.object({ rows: z.array(ReadCertificate) }),
  }),
  /** Stores the certificates in one transaction. With `onlyValid`, wrong rows are left out; otherwise one refuses the file. */
  bring: endpoint({
    method: 'POST',
    path: '/certificate-files',
    allow: add,
    input: z.object({ entityId: Uuid, rows: lines, onlyValid: z.boolean().default(false) }),
    output: z.object({ created: z.int(), same: z.int(), left: z.int() }),
  }),
};
