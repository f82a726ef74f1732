import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { WithholdingRow } from './withholding-entries.ts';

/** The most clients of one preview. */
export const mostAskedForCertificates = 500;

/** Why a client is not asked for a certificate by a billing entity, in the order in which it is asked. */
export const whyNotAsked = ['NOTHING_AWAITED', 'QUARTER_RUNS', 'NO_MAIL_ADDRESS'] as const;

/** The tax that a client is asked to certify to a billing entity in one mail, or why it is not asked. */
export const CertificateRequest = z.object({
  client: Reference,
  entity: Reference,
  /** What awaits a certificate and is of a quarter that has ended, the oldest first. */
  entries: z.array(
    WithholdingRow.pick({
      id: true,
      source: true,
      section: true,
      fy: true,
      quarter: true,
      currency: true,
      open: true,
      isLate: true,
    }),
  ),
  totals: z.array(z.object({ currency: z.string(), amount: MinorUnits })),
  /** The contacts that take statements. */
  sentTo: z.array(z.string()),
  copiedTo: z.array(z.string()),
  subject: z.string().nullable(),
  /** The day of the last such mail. */
  lastAskedOn: PlainDate.nullable(),
  why: z.enum(whyNotAsked).nullable(),
});
export type CertificateRequest = z.infer<typeof CertificateRequest>;

const allow = 'receipts.add';
const one = { clientId: Uuid, entityId: Uuid };

/** Mails that ask clients for the certificates of the tax that they withheld (docs/rules.md#withholding-register). */
export const certificateRequests = {
  /**
   * What each of these clients would be asked for, by each billing entity whose payments it withheld tax from. Without ids, every
   * client in the caller's scope of which a certificate is late; `isMore` if there are more of them.
   */
  preview: endpoint({
    method: 'POST',
    path: '/certificate-requests/preview',
    allow,
    reads: true,
    input: z.object({
      clientIds: z.array(Uuid).min(1).max(mostAskedForCertificates).optional(),
      entityId: Uuid.optional(),
    }),
    output: z.object({ rows: z.array(CertificateRequest), canMail: z.boolean(), isMore: z.boolean() }),
  }),
  /** The text of one mail as it would be sent now, in the client's language. */
  read: endpoint({
    method: 'GET',
    path: '/certificate-requests/draft',
    allow,
    input: z.object(one),
    output: CertificateRequest.extend({ body: z.string().nullable() }),
  }),
  /** Sends one mail. The form chooses the id of the mail, so that sending it again sends nothing. */
  send: endpoint({
    method: 'POST',
    path: '/certificate-requests',
    allow,
    input: z.object({ id: Uuid, ...one }),
    output: CertificateRequest,
  }),
  /** Sends many in the background, in this order, each as `send` does. Answers the id of the job. */
  start: endpoint({
    method: 'POST',
    path: '/certificate-requests/jobs',
    allow,
    input: z.object({ items: z.array(z.strictObject(one)).min(1).max(mostAskedForCertificates) }),
    output: z.object({ id: Uuid }),
  }),
};
