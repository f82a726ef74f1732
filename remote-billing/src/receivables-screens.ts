import { allLedgers } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { userLedgers } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { recurringRevenue } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { collectedReceipts, collections } from '@daybook/contracts/receivables/collections/collections';
import {
  realisation,
  realisedBills,
  realisedHours,
} from '@daybook/contracts/receivables/realisation/realisation';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { revaluation } from '@daybook/contracts/receivables/outstanding/revaluation';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import {
  withheldQuarters,
  withholdingEntries,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { declareScreens, declareWidgets, listAndForm } from '@daybook/contracts/screens';

/** Who owes, who was asked and what came in: follow-up, reminders, statements, ledgers and their reports. */
export const receivablesScreens = declareScreens([
  {
    id: 'outstanding',
    path: 'followup/client_outstanding_report',
    reads: outstanding.list.path,
    label: {
      en: 'Client outstanding report',
      zh: '客户未收账款报表',
      fr: 'État des encours clients',
      ja: '顧客別未入金レポート',
    },
    allow: ['followup.client_outstanding_report'],
    menu: { group: 'reports', order: 0.5, icon: 'report' },
  },
  {
    id: 'revaluation',
    path: 'followup/client_outstanding_report/exchange_differences',
    reads: revaluation.list.path,
    label: {
      en: 'Unrealised exchange differences',
      zh: '未实现汇兑损益',
      fr: 'Différences de change latentes',
      ja: '未実現為替差損益',
    },
    allow: ['followup.client_outstanding_report'],
  },
  {
    id: 'unbilled-clients',
    path: 'reports/unbilled_clients',
    label: {
      en: 'Clients without an invoice',
      zh: '未开票客户',
      fr: 'Clients sans facture',
      ja: '未請求の顧客',
    },
    allow: ['pending_invoices'],
    menu: { group: 'reports', order: 5, icon: 'pending' },
  },
  {
    id: 'follow-up',
    path: 'followup',
    reads: worklist.list.path,
    label: { en: 'Follow-up', zh: '催款跟进', fr: 'Suivi des impayés', ja: '督促' },
    allow: ['followup.follow_up'],
    menu: { group: 'billing', order: 7, icon: 'followUp' },
  },
  {
    id: 'send-reminders',
    path: 'followup/reminders',
    label: { en: 'Reminders', zh: '催款', fr: 'Relances', ja: '督促の送信' },
    allow: ['followup.follow_up'],
    menu: { group: 'billing', order: 7.5, icon: 'followUp' },
  },
  {
    id: 'follow-up-history',
    path: 'followup/history/:id',
    label: { en: 'Follow-up history', zh: '跟进记录', fr: 'Historique du suivi', ja: '督促の履歴' },
    allow: ['followup.history', 'followup.follow_up'],
  },
  {
    id: 'client-ledgers',
    path: 'reports/client_ledgers',
    reads: allLedgers.list.path,
    label: { en: 'Client ledgers', zh: '客户往来账', fr: 'Comptes clients', ja: '顧客元帳' },
    allow: ['reports.client_ledgers'],
    menu: { group: 'reports', order: 1, icon: 'ledger' },
  },
  ...listAndForm({
    id: 'statement-schedules',
    one: 'statement-schedule',
    path: 'reports/statement_schedules',
    reads: statementSchedules.list.path,
    label: {
      en: 'Statement schedules',
      zh: '对账单发送计划',
      fr: 'Envois planifiés de relevés',
      ja: '明細書の送付予定',
    },
    allow: ['reports.client_ledgers'],
    add: {
      label: {
        en: 'New schedule',
        zh: '新建发送计划',
        fr: 'Nouvel envoi planifié',
        ja: '送付予定の新規登録',
      },
      allow: ['reports.client_ledgers'],
    },
    edit: {
      label: { en: 'Schedule', zh: '发送计划', fr: 'Envoi planifié', ja: '送付予定' },
      allow: ['reports.client_ledgers'],
    },
  }),
  {
    id: 'user-ledgers',
    path: 'reports/user_ledger',
    aliases: ['user_ledgers'],
    reads: userLedgers.list.path,
    label: { en: 'User ledgers', zh: '员工往来账', fr: 'Comptes du personnel', ja: '従業員元帳' },
    allow: ['reports.user_ledgers'],
    menu: { group: 'reports', order: 2, icon: 'ledger' },
  },
  {
    id: 'own-ledger',
    path: 'reports/user_ledger/own',
    label: { en: 'My ledger', zh: '我的往来账', fr: 'Mon compte', ja: '自分の元帳' },
    allow: 'signedIn',
    menu: { group: 'billing', order: 6.5, icon: 'ledger' },
  },
  {
    id: 'collection-report',
    path: 'reports/collection_report',
    reads: collections.list.path,
    label: { en: 'Collection report', zh: '收款报表', fr: 'État des encaissements', ja: '入金集計表' },
    allow: ['reports.collection_report'],
    menu: { group: 'reports', order: 3, icon: 'report' },
  },
  {
    id: 'recurring-revenue',
    path: 'reports/recurring_revenue',
    reads: recurringRevenue.list.path,
    label: { en: 'Recurring revenue', zh: '经常性收入', fr: 'Revenu récurrent', ja: '定期収益' },
    allow: ['reports.collection_report'],
    menu: { group: 'reports', order: 3.5, icon: 'report' },
  },
  {
    id: 'realisation',
    path: 'reports/realisation',
    reads: realisation.list.path,
    label: { en: 'Realisation', zh: '工时实现报表', fr: 'Rentabilité des temps', ja: '作業時間の採算表' },
    allow: ['reports.collection_report'],
    menu: { group: 'reports', order: 3.7, icon: 'report' },
  },
  {
    id: 'realised-hours',
    path: 'reports/realisation/hours',
    reads: realisedHours.list.path,
    label: {
      en: 'Hours of the realisation',
      zh: '工时明细',
      fr: 'Heures de la rentabilité',
      ja: '作業時間の明細',
    },
    allow: ['reports.collection_report'],
  },
  {
    id: 'realised-bills',
    path: 'reports/realisation/bills',
    reads: realisedBills.list.path,
    label: { en: 'Billed work', zh: '已开票工作', fr: 'Travaux facturés', ja: '請求済みの作業' },
    allow: ['reports.collection_report'],
  },
  {
    id: 'collected-receipts',
    path: 'reports/collection_report/receipts',
    reads: collectedReceipts.list.path,
    label: { en: 'Collected receipts', zh: '收款明细', fr: 'Détail des encaissements', ja: '入金明細' },
    allow: ['reports.collection_report'],
  },
  {
    id: 'withholding-register',
    path: 'reports/withholding_register',
    reads: withholdingEntries.list.path,
    label: {
      en: 'Withholding register',
      zh: '代扣登记簿',
      fr: 'Registre des retenues',
      ja: '源泉徴収台帳',
    },
    allow: ['receipts.view'],
    menu: { group: 'reports', order: 4, icon: 'report' },
  },
  {
    id: 'withholding-quarters',
    path: 'reports/withholding_register/quarters',
    reads: withheldQuarters.list.path,
    label: {
      en: 'Tax withheld by client and quarter',
      zh: '按客户和季度的代扣税款',
      fr: 'Retenues par client et trimestre',
      ja: '顧客・四半期別の源泉徴収',
    },
    allow: ['receipts.view'],
  },
  {
    id: 'withholding-certificates',
    path: 'reports/withholding_register/certificates',
    reads: withholdingCertificates.list.path,
    label: {
      en: 'Withholding certificates',
      zh: '代扣证明',
      fr: 'Attestations de retenue',
      ja: '源泉徴収の証明書',
    },
    allow: ['receipts.view'],
  },
  {
    id: 'tax-registers',
    path: 'reports/tax_registers',
    reads: taxRegisters.list.path,
    label: { en: 'Tax registers', zh: '税务登记簿', fr: 'Registres des taxes', ja: '税務登録簿' },
    allow: 'admin',
    seesAll: true,
    menu: { group: 'reports', order: 6, icon: 'report' },
  },
]);

export const receivablesWidgets = declareWidgets([
  {
    id: 'follow-up',
    label: { en: 'Follow-up', zh: '催款跟进', fr: 'Suivi des impayés', ja: '督促' },
    allow: ['followup.follow_up'],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 26,
  },
  {
    id: 'reminders-today',
    label: { en: 'Reminders of today', zh: '今日催款', fr: 'Relances du jour', ja: '本日の督促' },
    allow: ['followup.follow_up'],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 27,
  },
  {
    id: 'overdue-by-age',
    label: { en: 'Overdue by age', zh: '逾期账龄', fr: 'Impayés par ancienneté', ja: '延滞の経過日数別' },
    allow: ['followup.client_outstanding_report'],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 28,
  },
  {
    id: 'days-sales-outstanding',
    label: {
      en: 'Days sales outstanding',
      zh: '应收账款周转天数',
      fr: 'Délai moyen de paiement',
      ja: '売上債権回転日数',
    },
    allow: ['followup.client_outstanding_report'],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 29,
  },
]);
