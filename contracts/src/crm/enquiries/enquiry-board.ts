import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { MinorUnits, PlainDate } from '../../fields.ts';
import { EnquiryFound, enquiries } from './enquiries.ts';
import { enquiryStatuses } from './enquiry-machine.ts';

/** Enquiries that were won or lost leave the board after this number of days. */
export const boardDays = 30;

export const EnquiryColumn = z.object({
  status: z.enum(enquiryStatuses),
  count: z.int(),
  /** The expected value of its enquiries in each currency; empty if the caller may not see amounts. */
  values: z.array(z.object({ currency: z.string(), amount: MinorUnits })),
});
export type EnquiryColumn = z.infer<typeof EnquiryColumn>;

/** The list of enquiries by stage, with the same search and filters. The cards are pages of the list. */
export const enquiryBoard = {
  columns: endpoint({
    method: 'GET',
    path: '/enquiries/board',
    allow: enquiries.list.allow,
    /** Won and lost enquiries are counted from the day `closedSince`. */
    input: EnquiryFound.extend({ closedSince: PlainDate }),
    output: z.object({ columns: z.array(EnquiryColumn) }),
  }),
};
