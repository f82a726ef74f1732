import { enquiryForm } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { implement } from '../../http/implement.ts';
import { getEnquiryForm } from './enquiry-form.queries.ts';
import { saveEnquiryForm } from './save-enquiry-form.ts';

export const enquiryFormRoutes = implement(
  'enquiry_form',
  enquiryForm,
)({
  open: ({ db }) => getEnquiryForm(db),
  save: ({ db, input, version }) => saveEnquiryForm(db, input, version),
});
