import type { Texts } from '@daybook/shared/i18n';
import type { Language } from '@daybook/contracts/fields';
import { exposeRemote } from '@daybook/shared/remote';
import { withNotificationTexts } from '@daybook/shared/notification-texts';
import { withHistoryTexts } from '@daybook/shared/history-texts';
import { sharedTexts } from '@daybook/shared/texts';
import { withLaterTexts } from './later-texts.ts';
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
    managers: () => import('./people/member-list.tsx'),
    'manager-add': () => import('./people/add-member.tsx'),
    'manager-edit': () => import('./people/edit-member.tsx'),
    'manager-permissions': withLaterTexts(() => import('./permissions/permission-screen.tsx')),
    executives: () => import('./people/member-list.tsx'),
    'executive-add': () => import('./people/add-member.tsx'),
    'executive-edit': () => import('./people/edit-member.tsx'),
    'executive-permissions': withLaterTexts(() => import('./permissions/permission-screen.tsx')),
    crms: () => import('./people/member-list.tsx'),
    'crm-add': () => import('./people/add-member.tsx'),
    'crm-edit': () => import('./people/edit-member.tsx'),
    'crm-permissions': withLaterTexts(() => import('./permissions/permission-screen.tsx')),
    admins: () => import('./people/member-list.tsx'),
    'admin-add': () => import('./people/add-member.tsx'),
    'admin-edit': () => import('./people/edit-member.tsx'),
    'admin-permissions': withLaterTexts(() => import('./permissions/permission-screen.tsx')),
    samples: withLaterTexts(() => import('./samples/samples.tsx')),
    'settings-home': withLaterTexts(() => import('./settings-home/settings-home.tsx')),
    'audit-log': withLaterTexts(withHistoryTexts(() => import('./audit-log/audit-list.tsx'))),
    departments: () => import('./departments/department-list.tsx'),
    'department-add': () => import('./departments/add-department.tsx'),
    'department-edit': () => import('./departments/edit-department.tsx'),
    services: () => import('./services/service-list.tsx'),
    'service-add': () => import('./services/add-service.tsx'),
    'service-edit': () => import('./services/edit-service.tsx'),
    'tax-codes': () => import('./services/tax-code-list.tsx'),
    'tax-code-add': () => import('./services/add-tax-code.tsx'),
    'tax-code-edit': () => import('./services/edit-tax-code.tsx'),
    'withholding-codes': () => import('./services/withholding-list.tsx'),
    'withholding-code-add': () => import('./services/add-withholding.tsx'),
    'withholding-code-edit': () => import('./services/edit-withholding.tsx'),
    packages: () => import('./packages/package-list.tsx'),
    'package-add': () => import('./packages/add-package.tsx'),
    'package-edit': () => import('./packages/edit-package.tsx'),
    'enquiry-choices': () => import('./enquiry-choices/enquiry-choices.tsx'),
    'task-categories': () => import('./categories/task-category-list.tsx'),
    'task-category-add': () => import('./categories/add-task-category.tsx'),
    'task-category-edit': () => import('./categories/edit-task-category.tsx'),
    'recurring-task-categories': () => import('./categories/recurring-category-list.tsx'),
    'recurring-task-category-add': () => import('./categories/add-recurring-category.tsx'),
    'recurring-task-category-edit': () => import('./categories/edit-recurring-category.tsx'),
    'holiday-calendars': () => import('./holiday-calendars/calendar-list.tsx'),
    'holiday-calendar-add': () => import('./holiday-calendars/add-calendar.tsx'),
    'holiday-calendar-edit': () => import('./holiday-calendars/edit-calendar.tsx'),
    'charge-rates': withLaterTexts(() => import('./hourly-rates/charge-rate-list.tsx')),
    'charge-rate-add': withLaterTexts(() => import('./hourly-rates/add-charge-rate.tsx')),
    'charge-rate-edit': withLaterTexts(() => import('./hourly-rates/edit-charge-rate.tsx')),
    'cost-rates': withLaterTexts(() => import('./hourly-rates/cost-rate-list.tsx')),
    'cost-rate-add': withLaterTexts(() => import('./hourly-rates/add-cost-rate.tsx')),
    'cost-rate-edit': withLaterTexts(() => import('./hourly-rates/edit-cost-rate.tsx')),
    'exchange-rates': () => import('./exchange-rates/rate-list.tsx'),
    'exchange-rate-add': () => import('./exchange-rates/add-rate.tsx'),
    'exchange-rate-edit': () => import('./exchange-rates/edit-rate.tsx'),
    'billing-entities': () => import('./billing-entities/entity-list.tsx'),
    'billing-entity-add': () => import('./billing-entities/add-entity.tsx'),
    'billing-entity-edit': () => import('./billing-entities/edit-entity.tsx'),
    'reminder-levels': () => import('./reminder-levels/reminding-entities.tsx'),
    'reminder-levels-edit': () => import('./reminder-levels/edit-levels.tsx'),
    'enquiry-form': withLaterTexts(() => import('./enquiry-form/enquiry-form.tsx')),
    accounts: () => import('./accounts/account-list.tsx'),
    'account-add': () => import('./accounts/add-account.tsx'),
    'account-edit': () => import('./accounts/edit-account.tsx'),
    'document-template': withLaterTexts(() => import('./document-template/edit-template.tsx')),
    firm: withLaterTexts(() => import('./firm/firm-settings.tsx')),
    mail: withLaterTexts(() => import('./mail/mail-settings.tsx')),
    security: withLaterTexts(() => import('./security/security-settings.tsx')),
    notifications: withLaterTexts(
      withNotificationTexts(() => import('./firm-notifications/firm-notifications.tsx')),
    ),
    'book-checks': withLaterTexts(() => import('./book-checks/book-checks.tsx')),
    backups: withLaterTexts(() => import('./backups/backup-list.tsx')),
    'period-locks': withLaterTexts(() => import('./period-locks/period-locks.tsx')),
    jobs: withLaterTexts(() => import('./jobs/job-list.tsx')),
    job: withLaterTexts(() => import('./jobs/job-record.tsx')),
    'app-health': withLaterTexts(() => import('./app-health/app-health.tsx')),
  },
  widgets: {
    system: () => import('./widgets/system.tsx'),
  },
  texts: async (lng) => {
    const [texts, shared] = await Promise.all([own[lng](), sharedTexts(lng)]);
    return { settings: texts.default, shared };
  },
});
