import { z } from 'zod';
import { anyOf, endpoint } from '../../endpoint.ts';
import { Email, Instant } from '../../fields.ts';

/** The last refusal of an address by a mail server; a mail that is accepted ends it. */
const Refused = z.object({
  at: Instant,
  /** The code of the mail server's reply, such as "550 5.1.1". */
  reason: z.string(),
});

/** As shown with a contact. `subject` names the refused mail, if the caller sees its client. */
export const RefusedMail = Refused.extend({ subject: z.string().nullable() });

/** The most addresses of one request: those of a long preview. */
export const mostAddresses = 1_000;

export const RefusedAddress = Refused.extend({ address: z.string() });
export type RefusedAddress = z.infer<typeof RefusedAddress>;

export const refusedAddresses = {
  /** Those of the given addresses that a mail server refused, for whoever writes to clients. */
  find: endpoint({
    method: 'POST',
    path: '/refused-addresses/find',
    reads: true,
    allow: anyOf(
      'clients.view',
      'invoices.view',
      'receipts.add',
      'credit_notes.edit',
      'followup.follow_up',
      'reports.client_ledgers',
      'recurring_invoices.add',
      'recurring_invoices.edit',
    ),
    input: z.object({ addresses: z.array(Email).min(1).max(mostAddresses) }),
    output: z.array(RefusedAddress),
  }),
};
