import { attachmentsOf } from '../../billing/documents/document-attachments.ts';

/** Editable by the people who work on the task. */
export const taskAttachments = attachmentsOf('/tasks', 'tasks.view', { key: 'tasks.edit', or: 'assignee' });
