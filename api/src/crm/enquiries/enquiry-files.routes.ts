import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { attachFile, takeOffFile } from '../../billing/documents/attach-to-document.ts';
import { getAttachment, listAttachments } from '../../billing/documents/document-attachments.queries.ts';
import type { Documents } from '../../billing/documents/document-attachments.queries.ts';
import { sendAttachment } from '../../files/attachments.queries.ts';
import { implement } from '../../http/implement.ts';
import { getEnquiry, togetherWith } from './enquiries.queries.ts';

/** An enquiry shows the files of those that were merged into it; what is added belongs to itself. */
const ofEnquiry: Documents = {
  column: 'enquiryId',
  among: togetherWith,
  get: async (db, user, id) => {
    await getEnquiry(db, user, id);
    return { number: '' };
  },
};

export const enquiryFilesRoutes = implement(
  'enquiry_attachments',
  enquiryAttachments,
)({
  list: ({ db, user, input }) => listAttachments(db, user, ofEnquiry, input.id),
  file: async ({ db, user, input, reply }) =>
    sendAttachment(db, (await getAttachment(db, user, ofEnquiry, input)).id, reply),
  attach: ({ db, user, input, upload }) => attachFile(db, user, ofEnquiry, input, upload),
  takeOff: async ({ db, user, input }) => {
    await takeOffFile(db, user, ofEnquiry, input);
    return {};
  },
});
