import type { Texts } from '@daybook/shared/i18n';
import type { Language } from '@daybook/contracts/fields';
import { exposeRemote } from '@daybook/shared/remote';
import { seriesTexts } from '@daybook/shared/series-texts';
import { sharedTexts } from '@daybook/shared/texts';
import type { screens, widgets } from './screens.ts';

const own: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackMode: "eager" */ './locales/en.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './locales/zh.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './locales/fr.json'),
  ja: () => import(/* webpackChunkName: "texts-ja" */ './locales/ja.json'),
};

/** The only exposed module. It imports no screen and only says how to load each. */
export default exposeRemote<typeof screens, typeof widgets>({
  screens: {
    tasks: () => import('./tasks/task-list.tsx'),
    'recurring-tasks': () => import('./recurring/recurring-list.tsx'),
    'recurring-task-add': () => import('./recurring/add-recurring.tsx'),
    'recurring-task-edit': () => import('./recurring/edit-recurring.tsx'),
    'recurring-task-many': () => import('./recurring/many-recurring.tsx'),
    'recurring-task-extend': () => import('./recurring/extend-due.tsx'),
    'tasks-deleted': () => import('./tasks/deleted-list.tsx'),
    time: () => import('./tasks/time-list.tsx'),
    timesheet: () => import('./timesheet/timesheet-screen.tsx'),
    'timesheet-approvals': () => import('./timesheet/approvals-list.tsx'),
    'task-add': () => import('./tasks/add-task.tsx'),
    'task-edit': () => import('./tasks/edit-task.tsx'),
    'task-view': () => import('./tasks/task-record.tsx'),
  },
  widgets: {
    work: () => import('./widgets/work.tsx'),
    load: () => import('./widgets/load.tsx'),
  },
  texts: async (lng) => {
    const [texts, shared, series] = await Promise.all([own[lng](), sharedTexts(lng), seriesTexts(lng)]);
    return { tasks: texts.default, shared, series };
  },
});
