import { certificateRequests } from '@daybook/contracts/receivables/withholding/certificate-requests';
import {
  certificateFiles,
  withholdingCertificates,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import {
  withheldQuarters,
  withholdingEntries,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { Refusal } from '@daybook/contracts/refusals';
import { sendAttachment } from '../../files/attachments.queries.ts';
import { storeFile } from '../../files/store-attachment.ts';
import { implement } from '../../http/implement.ts';
import type { Route } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { bringCertificates, previewCertificates } from './bring-certificates.ts';
import { countCertificates, getCertificate, listCertificates } from './certificates.queries.ts';
import {
  disputeEntry,
  matchEntry,
  moveEntry,
  settleEntry,
  takeBackEntryWriteOff,
  unmatchEntry,
  writeOffEntry,
} from './move-withholding.ts';
import {
  attachToCertificate,
  createCertificate,
  matchCertificate,
  withdrawCertificate,
} from './save-certificate.ts';
import { previewRequests, readRequest, sendRequest } from './send-certificate-request.ts';
import { listQuarters, totalQuarters } from './withheld-quarters.queries.ts';
import { getEntry, listEntries, totalEntries } from './withholding-entries.queries.ts';
import { certificatesExport, entriesExport, quartersExport } from './withholding.export.ts';

const ofEntries = implement(
  'withholding_entries',
  withholdingEntries,
)({
  list: ({ db, user, input }) => listEntries(db, user, input),
  total: ({ db, user, input }) => totalEntries(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listEntries(db, user, { ...input, pageSize: 500, cursor }),
      entriesExport(language),
    ),
  open: ({ db, user, input }) => getEntry(db, user, input.id),
  move: ({ db, user, input, version }) => moveEntry(db, user, input, version),
  match: ({ db, user, input, version }) => matchEntry(db, user, input, version),
  unmatch: ({ db, user, input, version }) => unmatchEntry(db, user, input.id, version),
  dispute: ({ db, user, input, version }) => disputeEntry(db, user, input, version),
  settle: ({ db, user, input, version }) => settleEntry(db, user, input, version),
  writeOff: ({ db, user, input, version }) => writeOffEntry(db, user, input, version),
  takeBackWriteOff: ({ db, user, input, version }) => takeBackEntryWriteOff(db, user, input, version),
});

const ofQuarters = implement(
  'withholding_quarters',
  withheldQuarters,
)({
  list: ({ db, user, input }) => listQuarters(db, user, input),
  total: ({ db, user, input }) => totalQuarters(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listQuarters(db, user, { ...input, pageSize: 500, cursor }),
      quartersExport(language),
    ),
});

const ofCertificates = implement(
  'withholding_certificates',
  withholdingCertificates,
)({
  list: ({ db, user, input }) => listCertificates(db, user, input),
  total: ({ db, user, input }) => countCertificates(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listCertificates(db, user, { ...input, pageSize: 500, cursor }),
      certificatesExport(language),
    ),
  open: ({ db, user, input }) => getCertificate(db, user, input.id),
  create: ({ db, user, input }) => createCertificate(db, user, input),
  match: ({ db, user, input, version }) => matchCertificate(db, user, input, version),
  attach: ({ db, user, input, version }) => attachToCertificate(db, user, input, version),
  withdraw: ({ db, user, input, version }) => withdrawCertificate(db, user, input, version),
  file: async ({ db, user, input, reply }) => {
    const { attachment } = await getCertificate(db, user, input.id);
    if (attachment === null) throw new Refusal('NOT_FOUND');
    return sendAttachment(db, attachment.id, reply);
  },
  upload: ({ db, input, upload }) => {
    if (upload === null) throw new Refusal('BODY_MALFORMED');
    return storeFile(db, upload, input.name, 'receipt');
  },
});

const ofFiles = implement(
  'certificate_files',
  certificateFiles,
)({
  preview: ({ db, user, input }) => previewCertificates(db, user, input),
  bring: ({ db, user, input }) => bringCertificates(db, user, input),
});

const ofRequests = implement(
  'certificate_requests',
  certificateRequests,
)({
  preview: async ({ db, user, input, reply }) => ({
    ...(await previewRequests(db, user, input)),
    canMail: await reply.server.mail.canMail(db),
  }),
  read: ({ db, user, input }) => readRequest(db, user, input),
  send: async ({ db, user, input: { id, ...one }, reply }) => {
    const canMail = await reply.server.mail.canMail(db);
    const { request } = await sendRequest(db, user, one, { key: id, canMail });
    return request;
  },
  start: ({ db, user, input }) =>
    makeJob(
      db,
      user,
      'certificate_request',
      input.items.map(({ clientId, entityId }) => ({ subject: clientId, entityId })),
    ),
});

export const withholdingRoutes: readonly Route[] = [
  ...ofEntries,
  ...ofQuarters,
  ...ofCertificates,
  ...ofFiles,
  ...ofRequests,
];
