import { z } from 'zod';
import { Instant, Reference, Uuid, Version } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { enquiryStatuses } from './enquiry-machine.ts';

/** The number of days for which a deleted enquiry can be restored. */
export const daysInBin = 30;

export const DeletedEnquiry = z.object({
  id: Uuid,
  /** The version of the deleted enquiry; `restore` needs it. */
  version: Version,
  no: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  status: z.enum(enquiryStatuses),
  owner: Reference,
  deletedAt: Instant,
  deletedBy: z.string().nullable(),
  /** The enquiry cannot be restored after this instant. */
  keptUntil: Instant,
});
export type DeletedEnquiry = z.infer<typeof DeletedEnquiry>;

const Query = listQuery(['-deletedAt', 'deletedAt'], { owner: Uuid });

/** The deleted enquiries that a person with `enquiries.delete` can restore. */
export const deletedEnquiries = {
  ...listEndpoints('/deleted-enquiries', 'enquiries.delete', {
    query: Query,
    row: DeletedEnquiry,
    total: ListTotal,
  }),
};
