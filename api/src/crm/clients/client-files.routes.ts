import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { sendAttachment } from '../../files/attachments.queries.ts';
import { implement } from '../../http/implement.ts';
import {
  contentOf,
  contentOfEnquiryFile,
  countClientFiles,
  filesOfEnquiries,
  foldersOf,
  listClientFiles,
} from './client-files.queries.ts';
import { addClientFile, binClientFile, changeClientFile, restoreClientFile } from './save-client-file.ts';

export const clientFilesRoutes = implement(
  'client_files',
  clientFiles,
)({
  list: ({ db, user, input }) => listClientFiles(db, user, input),
  total: ({ db, user, input }) => countClientFiles(db, user, input),
  folders: ({ db, user, input }) => foldersOf(db, user, input.id),
  add: ({ db, user, input, upload }) => addClientFile(db, user, input, upload),
  change: ({ db, user, input, version }) => changeClientFile(db, user, input, version),
  remove: ({ db, user, input, version }) => binClientFile(db, user, input, version),
  restore: ({ db, user, input, version }) => restoreClientFile(db, user, input, version),
  ofEnquiries: ({ db, user, input }) => filesOfEnquiries(db, user, input.id),
  enquiryFile: async ({ db, user, input, reply }) =>
    sendAttachment(db, await contentOfEnquiryFile(db, user, input), reply),
  file: async ({ db, user, input, reply }) => {
    const { attachmentId, name } = await contentOf(db, user, input);
    return sendAttachment(db, attachmentId, reply, name);
  },
});
