import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { Attachments } from '@daybook/shared/record/attachments';
import { useMay } from '@daybook/shared/session';

/** Files can be removed again: an enquiry is no document. */
export const EnquiryFiles = ({ enquiry: { id, erasedAt } }: { enquiry: Enquiry }) => (
  <Attachments
    document={{ id, number: '' }}
    endpoints={enquiryAttachments}
    mayEdit={useMay('enquiries.edit') && erasedAt === null}
  />
);
