import { deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryBoard } from '@daybook/contracts/crm/enquiries/enquiry-board';
import { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import { sendExport } from '../../http/send-export.ts';
import { enquiryFunnel } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { implement } from '../../http/implement.ts';
import { proposeConversion } from './conversion.queries.ts';
import { convertEnquiry } from './convert-enquiry.ts';
import { findMatchingClients } from './matching-clients.queries.ts';
import { changeEnquiries, undoEnquiries } from './change-many-enquiries.ts';
import { removeEnquiry, restoreEnquiry } from './delete-enquiry.ts';
import { countDeletedEnquiries, listDeletedEnquiries } from './deleted-enquiries.queries.ts';
import { findDuplicates } from './duplicates.queries.ts';
import { countEnquiries, listEnquiries, openEnquiry } from './enquiries.queries.ts';
import { boardOfEnquiries } from './enquiry-board.queries.ts';
import { funnelExport } from './enquiry-funnel.export.ts';
import { funnelOf } from './enquiry-funnel.queries.ts';
import { mergeEnquiries } from './merge-enquiries.ts';
import { moveEnquiry } from './move-enquiry.ts';
import { addCallBack, addEnquiryNote } from './note-enquiry.ts';
import { previewConvertedPackage } from './preview-package.ts';
import { createEnquiry, editEnquiry } from './save-enquiry.ts';
import { deletedEnquiryExport, enquiryExport } from './enquiries.export.ts';

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
  open: ({ db, user, input }) => openEnquiry(db, user, input.id),
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
  callBack: ({ db, user, input }) => addCallBack(db, user, input),
  merge: ({ db, user, input, version }) => mergeEnquiries(db, user, input, version),
  restore: ({ db, user, input, version }) => restoreEnquiry(db, user, input.id, version),
  previewPackage: async ({ db, user, input, requestId, reply }) =>
    previewConvertedPackage(db, user, input, { canMail: await reply.server.mail.canMail(db), requestId }),
  convert: async ({ db, user, input, version, reply }) =>
    convertEnquiry(db, user, input, version, await reply.server.mail.canMail(db)),
});

export const enquiryBoardRoutes = implement(
  'enquiry_board',
  enquiryBoard,
)({
  columns: ({ db, user, input }) => boardOfEnquiries(db, user, input),
});

export const enquiryBulkRoutes = implement(
  'enquiry_bulk',
  enquiryBulk,
)({
  change: ({ db, user, input, language }) => changeEnquiries(db, user, input, language),
  undo: ({ db, user, input, language }) => undoEnquiries(db, user, input, language),
});

export const deletedEnquiriesRoutes = implement(
  'deleted_enquiries',
  deletedEnquiries,
)({
  list: ({ db, user, input }) => listDeletedEnquiries(db, user, input),
  total: ({ db, user, input }) => countDeletedEnquiries(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listDeletedEnquiries(db, user, { ...input, pageSize: 500, cursor }),
      deletedEnquiryExport(language),
    ),
});

export const enquiryFunnelRoutes = implement(
  'enquiry_funnel',
  enquiryFunnel,
)({
  list: ({ db, user, input }) => funnelOf(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async () => ({ ...(await funnelOf(db, user, input)), pageSize: 500, next: null, previous: null }),
      funnelExport(language, input.filter.by ?? 'month'),
    ),
});
