import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { declareScreens, listAndForm } from '@daybook/contracts/screens';
import { backups } from '@daybook/contracts/settings/backups/backups';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';

/** The screens of the chart of accounts, closed periods, ledger checks, audit log, backups, jobs and app health. */
export const booksScreens = declareScreens([
  ...listAndForm({
    id: 'accounts',
    one: 'account',
    path: 'settings/accounts',
    reads: ledgerAccounts.list.path,
    label: { en: 'Chart of accounts', zh: '会计科目表', fr: 'Plan comptable', ja: '勘定科目表' },
    allow: 'admin',
    aliases: ['reports/accounts'],
    menu: { group: 'settings', order: 34, icon: 'categories' },
    add: { label: { en: 'New account', zh: '新建科目', fr: 'Nouveau compte', ja: '勘定科目の新規登録' } },
    edit: { label: { en: 'Edit account', zh: '编辑科目', fr: 'Modifier le compte', ja: '勘定科目の編集' } },
  }),
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
    id: 'backups',
    path: 'settings/backups',
    reads: backups.list.path,
    label: { en: 'Backups', zh: '备份', fr: 'Sauvegardes', ja: 'バックアップ' },
    allow: 'admin',
    menu: { group: 'settings', order: 38, icon: 'settings' },
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
