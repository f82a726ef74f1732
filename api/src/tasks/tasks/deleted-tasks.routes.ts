import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { deletedTasks, type DeletedTask } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { countDeletedTasks, listDeletedTasks } from './deleted-tasks.queries.ts';

function exportOf(language: Language) {
  const { headers, sheet, taskStatus } = exportTexts[language];
  const columns: ExportColumn<DeletedTask>[] = [
    { header: headers.number, value: (row) => row.no },
    { header: headers.title, value: (row) => row.title },
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.status, value: (row) => taskStatus[row.status] },
    { header: headers.dueOn, date: (row) => row.dueOn },
    { header: headers.deletedAt, value: (row) => row.deletedAt },
    { header: headers.deletedBy, value: (row) => row.deletedBy },
  ];
  return { name: 'deleted-tasks', sheet: sheet.deletedTasks, columns };
}

export const deletedTasksRoutes = implement(
  'deleted_tasks',
  deletedTasks,
)({
  list: ({ db, input, user }) => listDeletedTasks(db, user, input),
  total: ({ db, input, user }) => countDeletedTasks(db, user, input),
  export: ({ db, input, user, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listDeletedTasks(db, user, { ...input, pageSize: 500, cursor }),
      exportOf(language),
    ),
});
