import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { declareScreens } from '@daybook/contracts/screens';

/** The screens of closed periods, ledger checks, audit log, jobs and app health. */
export const booksScreens = declareScreens([
  {
    id: 'period-locks',
    path: 'settings/period_locks',
    label: { en: 'Closed periods', zh: '已结账期间', fr: 'Périodes clôturées', ja: '締め済みの期間' },
    allow: 'admin',
    menu: { group: 'settings', order: 35, icon: 'billingEntity' },
  },
  {
    id: 'book-checks',
    path: 'settings/book_checks',
    label: { en: 'Ledger checks', zh: '账簿检查', fr: 'Contrôles comptables', ja: '帳簿の点検' },
    allow: 'admin',
    menu: { group: 'settings', order: 36, icon: 'report' },
  },
  {
    id: 'audit-log',
    path: 'settings/audit_log',
    reads: auditLog.list.path,
    label: { en: 'Audit log', zh: '审计日志', fr: 'Journal d’audit', ja: '監査ログ' },
    allow: 'admin',
    menu: { group: 'settings', order: 37, icon: 'report' },
  },
  {
    id: 'jobs',
    path: 'jobs',
    reads: jobs.list.path,
    label: { en: 'Background jobs', zh: '批量处理', fr: 'Traitements en arrière-plan', ja: '一括処理' },
    allow: 'signedIn',
  },
  {
    id: 'job',
    path: 'jobs/:id',
    label: { en: 'Background job', zh: '批量处理', fr: 'Traitement en arrière-plan', ja: '一括処理' },
    allow: 'signedIn',
  },
  {
    id: 'app-health',
    path: 'settings/app_health',
    label: { en: 'App health', zh: '应用状况', fr: 'État de l’application', ja: 'アプリの状態' },
    allow: ['dashboard.admin'],
    menu: { group: 'settings', order: 90, icon: 'settings' },
  },
]);
