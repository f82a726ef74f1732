import { z } from 'zod';
import { InvoiceMail } from '../../billing/invoices/invoice-mails.ts';
import { anyOf, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, PlainDate, Reference, Uuid } from '../../fields.ts';

/** The mails about a client's whole account with a billing entity. */
export const clientMailKinds = ['reminder', 'statement', 'certificate_request', 'price_rise'] as const;

/** A mail about a client's account, as it was sent. */
export const ClientMail = InvoiceMail.omit({ nth: true }).extend({
  id: Uuid,
  kind: z.enum(clientMailKinds),
  entity: Reference,
  /** The client, or the payer of its group. */
  client: Reference,
  /** The date of the mail, in the time zone of the billing entity. */
  day: PlainDate,
  /** The number of the reminder level; null for any other kind. */
  level: z.int().nullable(),
  /** The names of the attached files, in their order. */
  files: z.array(z.string()),
});
export type ClientMail = z.infer<typeof ClientMail>;

const view = { method: 'GET', allow: anyOf('followup.follow_up', 'reports.client_ledgers') } as const;

export const clientMailEndpoints = {
  open: endpoint({ ...view, path: '/client-mails/:id', input: ById, output: ClientMail }),
  /** A file as it was sent, by its place among the files of the mail, from 1. */
  file: endpoint({
    ...view,
    path: '/client-mails/:id/files/:no',
    file: true,
    input: ById.extend({ no: z.coerce.number().int().min(1).max(200) }),
    output: fileOutput,
  }),
};
