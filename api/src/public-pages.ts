import { enquiryPage } from './crm/enquiry-form/enquiry-page.ts';

/** The pages that the server makes itself, for people without a session. */
export const publicPages = [enquiryPage];
