import { declareScreens, listAndForm } from '@daybook/contracts/screens';
import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';

/** The screens of sources and lost reasons, packages, hourly rates, task categories, recurring task categories and holiday calendars. */
export const workScreens = declareScreens([
  {
    id: 'enquiry-choices',
    path: 'settings/enquiry_choices',
    reads: enquirySources.list.path,
    label: {
      en: 'Sources and lost reasons',
      zh: '来源与未成交原因',
      fr: 'Origines et motifs de perte',
      ja: '問い合わせ経路と失注の理由',
    },
    allow: ['setting'],
    menu: { group: 'settings', order: 23, icon: 'enquiries' },
  },
  ...listAndForm({
    id: 'packages',
    one: 'package',
    path: 'settings/packages',
    reads: packages.list.path,
    label: { en: 'Packages', zh: '套餐', fr: 'Forfaits', ja: 'パッケージ' },
    allow: ['packages'],
    menu: { group: 'settings', order: 20, icon: 'packages' },
    add: {
      label: { en: 'New package', zh: '新建套餐', fr: 'Nouveau forfait', ja: 'パッケージの新規登録' },
    },
    edit: {
      label: { en: 'Edit package', zh: '编辑套餐', fr: 'Modifier le forfait', ja: 'パッケージの編集' },
    },
  }),
  ...listAndForm({
    id: 'charge-rates',
    one: 'charge-rate',
    path: 'settings/charge_rates',
    reads: chargeRates.list.path,
    label: { en: 'Charge rates', zh: '计费费率', fr: 'Taux de facturation', ja: '請求単価' },
    allow: ['services'],
    menu: { group: 'settings', order: 18, icon: 'time' },
    add: {
      label: {
        en: 'New charge rate',
        zh: '新建计费费率',
        fr: 'Nouveau taux de facturation',
        ja: '請求単価の新規登録',
      },
    },
    edit: {
      label: {
        en: 'Edit charge rate',
        zh: '编辑计费费率',
        fr: 'Modifier le taux de facturation',
        ja: '請求単価の編集',
      },
    },
  }),
  ...listAndForm({
    id: 'cost-rates',
    one: 'cost-rate',
    path: 'settings/cost_rates',
    reads: costRates.list.path,
    label: { en: 'Cost rates', zh: '成本费率', fr: 'Taux de coût', ja: '原価単価' },
    allow: 'admin',
    menu: { group: 'settings', order: 19, icon: 'time' },
    add: {
      label: {
        en: 'New cost rate',
        zh: '新建成本费率',
        fr: 'Nouveau taux de coût',
        ja: '原価単価の新規登録',
      },
    },
    edit: {
      label: {
        en: 'Edit cost rate',
        zh: '编辑成本费率',
        fr: 'Modifier le taux de coût',
        ja: '原価単価の編集',
      },
    },
  }),
  ...listAndForm({
    id: 'task-categories',
    one: 'task-category',
    path: 'settings/task_categories',
    reads: taskCategories.list.path,
    label: { en: 'Task categories', zh: '任务类别', fr: 'Catégories de tâches', ja: 'タスクの種類' },
    allow: ['task_categories'],
    menu: { group: 'settings', order: 21, icon: 'categories' },
    add: {
      label: {
        en: 'New task category',
        zh: '新建任务类别',
        fr: 'Nouvelle catégorie de tâches',
        ja: 'タスクの種類の新規登録',
      },
    },
    edit: {
      label: {
        en: 'Edit task category',
        zh: '编辑任务类别',
        fr: 'Modifier la catégorie de tâches',
        ja: 'タスクの種類の編集',
      },
    },
  }),
  ...listAndForm({
    id: 'recurring-task-categories',
    one: 'recurring-task-category',
    path: 'settings/recurring_task_categories',
    reads: recurringTaskCategories.list.path,
    label: {
      en: 'Recurring task categories',
      zh: '定期任务类别',
      fr: 'Catégories de tâches récurrentes',
      ja: '定期タスクの種類',
    },
    allow: [
      'recurring_task_categories.add',
      'recurring_task_categories.edit',
      'recurring_task_categories.delete',
    ],
    menu: { group: 'settings', order: 22, icon: 'categories' },
    add: {
      label: {
        en: 'New recurring category',
        zh: '新建定期任务类别',
        fr: 'Nouvelle catégorie récurrente',
        ja: '定期タスクの種類の新規登録',
      },
      allow: ['recurring_task_categories.add'],
    },
    edit: {
      label: {
        en: 'Edit recurring category',
        zh: '编辑定期任务类别',
        fr: 'Modifier la catégorie récurrente',
        ja: '定期タスクの種類の編集',
      },
      allow: ['recurring_task_categories.edit'],
    },
  }),
  ...listAndForm({
    id: 'holiday-calendars',
    one: 'holiday-calendar',
    path: 'settings/holiday_calendars',
    reads: holidayCalendars.list.path,
    label: {
      en: 'Holiday calendars',
      zh: '节假日日历',
      fr: 'Calendriers des jours fériés',
      ja: '休日カレンダー',
    },
    allow: ['setting'],
    menu: { group: 'settings', order: 24, icon: 'recurring' },
    add: {
      label: { en: 'New calendar', zh: '新建日历', fr: 'Nouveau calendrier', ja: 'カレンダーの新規登録' },
    },
    edit: {
      label: { en: 'Edit calendar', zh: '编辑日历', fr: 'Modifier le calendrier', ja: 'カレンダーの編集' },
    },
  }),
]);
