import { dashboards } from '@daybook/contracts/dashboards';
import { declareScreens, declareWidgets, listAndForm } from '@daybook/contracts/screens';
import { deletedTasks } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { timesheetApprovals } from '@daybook/contracts/tasks/time/timesheet-approvals';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';

/** Data only: the host draws its routes and menu from it without loading this remote. Add a screen here and in `remote.ts`. */
export const screens = declareScreens([
  {
    id: 'tasks',
    path: 'tasks',
    reads: tasks.list.path,
    label: { en: 'Tasks', zh: '任务', fr: 'Tâches', ja: 'タスク' },
    allow: ['tasks.view'],
    menu: { group: 'work', order: 1, icon: 'tasks' },
  },
  ...listAndForm({
    id: 'recurring-tasks',
    one: 'recurring-task',
    path: 'recurring_tasks',
    reads: recurringTasks.list.path,
    label: { en: 'Recurring tasks', zh: '定期任务', fr: 'Tâches récurrentes', ja: '定期タスク' },
    allow: ['recurring_tasks.create', 'recurring_tasks.edit', 'recurring_tasks.delete'],
    menu: { group: 'work', order: 3, icon: 'recurring' },
    add: {
      label: {
        en: 'New recurring task',
        zh: '新建定期任务',
        fr: 'Nouvelle tâche récurrente',
        ja: '定期タスクの新規作成',
      },
      allow: ['recurring_tasks.create'],
    },
    edit: { label: { en: 'Recurring task', zh: '定期任务', fr: 'Tâche récurrente', ja: '定期タスク' } },
  }),
  {
    id: 'recurring-task-many',
    path: 'recurring_tasks/many',
    label: {
      en: 'Recurring tasks for several clients',
      zh: '为多个客户设置定期任务',
      fr: 'Tâches récurrentes pour plusieurs clients',
      ja: '複数の顧客の定期タスク',
    },
    allow: ['recurring_tasks.create'],
  },
  {
    id: 'recurring-task-extend',
    path: 'recurring_tasks/extend',
    label: {
      en: 'Extend a due date',
      zh: '延长截止日期',
      fr: 'Reporter une échéance',
      ja: '期限の延長',
    },
    allow: ['recurring_tasks.edit'],
    seesAll: true,
  },
  {
    id: 'time',
    path: 'time',
    reads: timeEntries.list.path,
    label: { en: 'Time', zh: '工时', fr: 'Temps', ja: '作業時間' },
    allow: ['tasks.view'],
    menu: { group: 'work', order: 5, icon: 'time' },
  },
  {
    id: 'timesheet',
    path: 'time/week',
    label: { en: 'Timesheet', zh: '周工时表', fr: 'Feuille de temps', ja: '週の作業時間' },
    allow: ['tasks.view'],
    menu: { group: 'work', order: 6, icon: 'time' },
  },
  {
    id: 'timesheet-approvals',
    path: 'time/weeks',
    reads: timesheetApprovals.list.path,
    label: {
      en: 'Weeks to approve',
      zh: '待批准的周工时',
      fr: 'Semaines à approuver',
      ja: '承認する週',
    },
    allow: ['tasks.view'],
    parent: 'timesheet',
  },
  {
    id: 'task-add',
    path: 'tasks/add',
    label: { en: 'New task', zh: '新建任务', fr: 'Nouvelle tâche', ja: 'タスクの新規作成' },
    allow: ['tasks.create'],
  },
  {
    id: 'task-edit',
    path: 'tasks/edit/:id',
    label: { en: 'Edit task', zh: '编辑任务', fr: 'Modifier la tâche', ja: 'タスクの編集' },
    allow: ['tasks.edit'],
  },
  {
    id: 'tasks-deleted',
    path: 'tasks/deleted',
    reads: deletedTasks.list.path,
    label: { en: 'Deleted tasks', zh: '已删除的任务', fr: 'Tâches supprimées', ja: '削除したタスク' },
    allow: ['tasks.delete'],
  },
  {
    id: 'task-view',
    path: 'tasks/view-task/:id',
    label: { en: 'Task', zh: '任务', fr: 'Tâche', ja: 'タスク' },
    allow: ['tasks.view'],
  },
]);

export const widgets = declareWidgets([
  {
    id: 'work',
    label: { en: 'Work', zh: '工作', fr: 'Travaux', ja: '業務' },
    allow: ['tasks.view'],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 10,
    reads: `${dashboards.work.path}?today={today}&mine={mine}`,
  },
  {
    id: 'load',
    label: { en: 'Workload', zh: '工作量', fr: 'Charge de travail', ja: '負荷状況' },
    allow: ['dashboard.admin'],
    size: 'half',
    dashboards: ['firm'],
    order: 40,
  },
]);
