import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { sendExport } from '../../http/send-export.ts';
import { implement } from '../../http/implement.ts';
import { proposeConversion } from './conversion.queries.ts';
import { convertEnquiry } from './convert-enquiry.ts';
import { countEnquiries, findDuplicates, getEnquiry, listEnquiries } from './enquiries.queries.ts';
import { addEnquiryNote, createEnquiry, editEnquiry, moveEnquiry, removeEnquiry } from './save-enquiry.ts';
import { enquiryExport } from './enquiries.export.ts';
import { findMatchingClients } from './matching-clients.queries.ts';

export const enquiriesRoutes = implement(
  'enquiries',
  enquiries,
)({
  list: ({ db, user, input }) => listEnquiries(db, user, input),
  total: ({ db, user, input }) => countEnquiries(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listEnquiries(db, user, { ...input, pageSize: 500, cursor }),
      enquiryExport(language),
    ),
  duplicates: ({ db, user, input }) => findDuplicates(db, user, input),
  open: ({ db, user, input }) => getEnquiry(db, user, input.id),
  create: ({ db, user, input }) => createEnquiry(db, user, input),
  edit: ({ db, user, input, version }) => editEnquiry(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeEnquiry(db, user, input.id, version);
    return {};
  },
  move: ({ db, user, input, version }) => moveEnquiry(db, user, input, version),
  addNote: ({ db, user, input }) => addEnquiryNote(db, user, input),
  conversion: ({ db, user, input }) => proposeConversion(db, user, input.id),
  matchingClients: ({ db, user, input }) => findMatchingClients(db, user, input),
  convert: ({ db, user, input, version }) => convertEnquiry(db, user, input, version),
});
