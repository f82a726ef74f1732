import { z } from 'zod';
import { Chosen, Outcomes } from '../../bulk.ts';
import { endpoint } from '../../endpoint.ts';
import { PlainDate, Uuid, optionalText } from '../../fields.ts';
import { enquiryStatuses } from './enquiry-machine.ts';

/** The change to apply to each enquiry: another owner, or a move with what it asks for. */
export const EnquiryChange = z
  .strictObject({
    ownerId: Uuid.optional(),
    to: z.enum(enquiryStatuses).optional(),
    lostReasonId: Uuid.nullish().transform((value) => value ?? null),
    lostNote: optionalText(500),
    nextActionOn: PlainDate.nullish().transform((value) => value ?? null),
  })
  .refine(({ ownerId, to }) => (ownerId === undefined) !== (to === undefined), 'NOT_A_CHOICE');
export type EnquiryChange = z.input<typeof EnquiryChange>;

/** Changes many enquiries at once; each has its own result. */
export const enquiryBulk = {
  /** A move also needs the permission of the single move. */
  change: endpoint({
    method: 'POST',
    path: '/enquiries/bulk',
    allow: 'enquiries.edit',
    input: z.object({ enquiries: Chosen, change: EnquiryChange }),
    output: Outcomes,
  }),
  /** Restores what the caller's bulk change replaced, unless somebody has changed the enquiry since. */
  undo: endpoint({
    method: 'POST',
    path: '/enquiries/bulk/undo',
    allow: 'enquiries.edit',
    input: z.object({ enquiries: Chosen }),
    output: Outcomes,
  }),
};
