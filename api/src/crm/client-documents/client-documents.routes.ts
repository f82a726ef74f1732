import { clientDocuments, isGuarded } from '@daybook/contracts/crm/client-documents/client-documents';
import { Refusal } from '@daybook/contracts/refusals';
import { recordReading } from '../../audit/record-reading.ts';
import { sendAttachment } from '../../files/attachments.queries.ts';
import { storeFile } from '../../files/store-attachment.ts';
import { implement } from '../../http/implement.ts';
import type { Call } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { clientDocumentsExport } from './client-documents.export.ts';
import { countClientDocuments, getClientDocument, listClientDocuments } from './client-documents.queries.ts';
import {
  createClientDocument,
  editClientDocument,
  fileOfDocument,
  removeClientDocument,
} from './save-client-document.ts';

/** Whoever opens a document is in the audit log before they see it. */
const keepOpening = (
  { db, user, requestId, reply }: Pick<Call, 'db' | 'user' | 'requestId' | 'reply'>,
  entityId: string,
  action: 'client_documents.open' | 'client_documents.file',
): Promise<void> =>
  recordReading(db, {
    userId: user.id,
    requestId,
    action,
    entity: 'client_document',
    entityId,
    address: reply.request.ip,
  });

export const clientDocumentsRoutes = implement(
  'client_documents',
  clientDocuments,
)({
  list: ({ db, user, input }) => listClientDocuments(db, user, input),
  total: ({ db, user, input }) => countClientDocuments(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listClientDocuments(db, user, { ...input, pageSize: 500, cursor }),
      clientDocumentsExport(language),
    ),
  open: async ({ db, user, input, requestId, reply }) => {
    const document = await getClientDocument(db, user, input.id);
    if (isGuarded(document.kind))
      await keepOpening({ db, user, requestId, reply }, document.id, 'client_documents.open');
    return document;
  },
  create: ({ db, user, input }) => createClientDocument(db, user, input),
  edit: ({ db, user, input, version }) => editClientDocument(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeClientDocument(db, user, input.id, version);
    return {};
  },
  file: async ({ db, user, input, requestId, reply }) => {
    const { document, attachmentId } = await fileOfDocument(db, user, input.id);
    await keepOpening({ db, user, requestId, reply }, document.id, 'client_documents.file');
    return sendAttachment(db, attachmentId, reply);
  },
  upload: ({ db, input, upload }) => {
    if (upload === null) throw new Refusal('BODY_MALFORMED');
    return storeFile(db, upload, input.name, 'document');
  },
});
