import { attachmentsOf } from '../../billing/documents/document-attachments.ts';

/** By whoever works on the task. */
export const taskAttachments = attachmentsOf('/tasks', 'tasks.view', { key: 'tasks.edit', or: 'assignee' });
