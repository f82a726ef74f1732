import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { Attachments } from '@daybook/shared/record/attachments';
import { useMay } from '@daybook/shared/session';

/** Files can be removed again: an enquiry is no document. */
export const EnquiryFiles = ({ id }: { id: string }) => (
  <Attachments
    document={{ id, number: '' }}
    endpoints={enquiryAttachments}
    mayEdit={useMay('enquiries.edit')}
  />
);
