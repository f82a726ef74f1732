import { attachmentsOf } from '../../billing/documents/document-attachments.ts';
import { enquiries } from './enquiries.ts';

/** The files of an enquiry, with those of the enquiries that were merged into it. */
export const enquiryAttachments = attachmentsOf('/enquiries', enquiries.open.allow, 'enquiries.edit');
