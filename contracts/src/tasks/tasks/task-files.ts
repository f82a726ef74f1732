import { attachmentsOf } from '../../billing/documents/document-attachments.ts';

/** The files of a task. The people who work on the task may add and remove them. */
export const taskAttachments = attachmentsOf('/tasks', 'tasks.view', { key: 'tasks.edit', or: 'assignee' });
