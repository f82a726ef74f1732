import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../../auth/current-user.ts';
import { requireRecordRule } from '../../auth/may-call.ts';
import { getAttachment, listAttachments } from '../../billing/documents/document-attachments.queries.ts';
import { attachFile, takeOffFile } from '../../billing/documents/attach-to-document.ts';
import type { Documents } from '../../billing/documents/document-attachments.queries.ts';
import type { Db } from '../../db/database.ts';
import { sendAttachment } from '../../files/attachments.queries.ts';
import { implement } from '../../http/implement.ts';
import { getTask } from './tasks.queries.ts';

/** A finished task keeps its files as an issued document does. */
const ofTask: Documents = {
  column: 'taskId',
  get: async (db, user, id) => {
    const { no, status } = await getTask(db, user, id);
    return { number: isOpenTask(status) ? '' : no };
  },
};

/** Refuses NOT_FOUND, PERM_DENIED. */
async function requireWork(db: Db, user: CurrentUser, id: string, holdsKey: boolean): Promise<void> {
  const { mayWork } = await getTask(db, user, id);
  requireRecordRule(holdsKey, mayWork);
}

export const taskFilesRoutes = implement(
  'task_attachments',
  taskAttachments,
)({
  list: ({ db, user, input }) => listAttachments(db, user, ofTask, input.id),
  file: async ({ db, user, input, reply }) =>
    sendAttachment(db, (await getAttachment(db, user, ofTask, input)).id, reply),
  attach: async ({ db, user, input, upload, holdsKey }) => {
    await requireWork(db, user, input.id, holdsKey);
    return attachFile(db, user, ofTask, input, upload);
  },
  takeOff: async ({ db, user, input, holdsKey }) => {
    await requireWork(db, user, input.id, holdsKey);
    await takeOffFile(db, user, ofTask, input);
    return {};
  },
});
