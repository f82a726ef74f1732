import { declareScreens } from '@daybook/contracts/screens';
import { taskCategories } from '@daybook/contracts/settings/task-categories';

/** What work begins with: templates, and the days on which nobody works. */
export const workScreens = declareScreens([
  {
    id: 'task-categories',
    path: 'settings/task_categories',
    reads: taskCategories.list.path,
    label: { en: 'Task categories', zh: '任务类别', fr: 'Catégories de tâches', ja: 'タスクの種類' },
    allow: ['task_categories'],
    menu: { group: 'settings', order: 21, icon: 'categories' },
  },
  {
    id: 'task-category-add',
    path: 'settings/task_categories/add',
    label: {
      en: 'New task category',
      zh: '新建任务类别',
      fr: 'Nouvelle catégorie de tâches',
      ja: 'タスクの種類の新規登録',
    },
    allow: ['task_categories'],
  },
  {
    id: 'task-category-edit',
    path: 'settings/task_categories/edit/:id',
    label: {
      en: 'Edit task category',
      zh: '编辑任务类别',
      fr: 'Modifier la catégorie de tâches',
      ja: 'タスクの種類の編集',
    },
    allow: ['task_categories'],
  },
]);
