import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { pendingByClient, pendingByGroup } from '@daybook/contracts/billing/pending/pending-totals';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { declareScreens, declareWidgets, listAndForm } from '@daybook/contracts/screens';
import { receivablesScreens, receivablesWidgets } from './receivables-screens.ts';

/** Data only: the host draws its routes and menu from it without loading this remote. Add a screen here and in `remote.ts`. */
export const screens = declareScreens([
  {
    id: 'pending-invoices',
    path: 'pending_invoices',
    reads: pendingInvoices.list.path,
    label: { en: 'Pending invoices', zh: '待开票', fr: 'À facturer', ja: '請求待ち' },
    allow: ['pending_invoices'],
    menu: { group: 'billing', order: 1, icon: 'pending' },
  },
  {
    id: 'pending-by-client',
    path: 'pending_invoices/clients',
    reads: pendingByClient.list.path,
    label: {
      en: 'Pending by client',
      zh: '待开票（按客户）',
      fr: 'À facturer par client',
      ja: '請求待ち（顧客別）',
    },
    allow: ['pending_invoices'],
  },
  {
    id: 'pending-by-group',
    path: 'pending_invoices/groups',
    reads: pendingByGroup.list.path,
    label: {
      en: 'Pending by group',
      zh: '待开票（按客户组）',
      fr: 'À facturer par groupe',
      ja: '請求待ち（グループ別）',
    },
    allow: ['pending_invoices'],
  },
  {
    id: 'unbilled-hours',
    path: 'pending_invoices/hours',
    reads: unbilledHours.list.path,
    label: { en: 'Unbilled hours', zh: '未计费工时', fr: 'Heures à facturer', ja: '未請求の作業時間' },
    allow: ['pending_invoices'],
  },
  ...listAndForm({
    id: 'invoices',
    one: 'invoice',
    path: 'invoices',
    reads: invoices.list.path,
    label: { en: 'Invoices', zh: '发票', fr: 'Factures', ja: '請求書' },
    allow: ['invoices.view'],
    menu: { group: 'billing', order: 2, icon: 'invoices' },
    add: {
      label: { en: 'New invoice', zh: '新建发票', fr: 'Nouvelle facture', ja: '請求書の新規作成' },
      allow: ['invoices.add'],
    },
    edit: {
      label: { en: 'Edit draft', zh: '编辑草稿', fr: 'Modifier le brouillon', ja: '下書きの編集' },
      allow: ['invoices.edit'],
    },
  }),
  {
    id: 'invoice-view',
    path: 'invoices/view-invoice/:id',
    label: { en: 'Invoice', zh: '发票', fr: 'Facture', ja: '請求書' },
    allow: ['invoices.view'],
  },
  {
    id: 'invoice-job',
    path: 'invoices/jobs/:id',
    label: { en: 'Bulk processing', zh: '批量处理', fr: 'Traitement groupé', ja: '一括処理' },
    allow: ['invoices.view'],
  },
  ...listAndForm({
    id: 'recurring-invoices',
    one: 'recurring-invoice',
    path: 'recurring_invoices',
    reads: recurringInvoices.list.path,
    label: { en: 'Recurring invoices', zh: '定期发票', fr: 'Factures récurrentes', ja: '定期請求書' },
    allow: ['recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete'],
    menu: { group: 'billing', order: 3, icon: 'recurring' },
    add: {
      label: {
        en: 'New recurring invoice',
        zh: '新建定期发票',
        fr: 'Nouvelle facture récurrente',
        ja: '定期請求書の新規作成',
      },
      allow: ['recurring_invoices.add'],
    },
    edit: { label: { en: 'Recurring invoice', zh: '定期发票', fr: 'Facture récurrente', ja: '定期請求書' } },
  }),
  {
    id: 'price-rises',
    path: 'recurring_invoices/price_rises',
    reads: priceRises.list.path,
    label: { en: 'Price rises', zh: '价格上调', fr: 'Hausses de prix', ja: '値上げ' },
    allow: ['recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete'],
  },
  {
    id: 'price-rise',
    path: 'recurring_invoices/price_rises/:id',
    label: { en: 'Price rise', zh: '价格上调', fr: 'Hausse de prix', ja: '値上げ' },
    allow: ['recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete'],
  },
  {
    id: 'proformas',
    path: 'proformas',
    reads: proformas.list.path,
    label: { en: 'Proformas', zh: '形式发票', fr: 'Factures pro forma', ja: 'プロフォーマインボイス' },
    allow: ['invoices.view'],
    menu: { group: 'billing', order: 2.5, icon: 'invoices' },
  },
  {
    id: 'proforma-view',
    path: 'proformas/view-proforma/:id',
    label: { en: 'Proforma', zh: '形式发票', fr: 'Facture pro forma', ja: 'プロフォーマインボイス' },
    allow: ['invoices.view'],
  },
  {
    id: 'receipts',
    path: 'receipts',
    reads: receipts.list.path,
    label: { en: 'Receipts', zh: '收款', fr: 'Encaissements', ja: '入金' },
    allow: ['receipts.view'],
    menu: { group: 'billing', order: 4, icon: 'receipts' },
  },
  {
    id: 'postdated-cheques',
    path: 'receipts/post_dated',
    reads: postdatedCheques.list.path,
    label: {
      en: 'Post-dated cheques',
      zh: '远期支票',
      fr: 'Chèques postdatés',
      ja: '先日付小切手',
    },
    allow: ['receipts.view'],
  },
  {
    id: 'receipt-add',
    path: 'receipts/add',
    label: { en: 'New receipt', zh: '新建收款', fr: 'Nouvel encaissement', ja: '入金の新規登録' },
    allow: ['receipts.add'],
  },
  {
    id: 'receipt-view',
    path: 'receipts/view-receipts/:receiptId',
    aliases: ['receipts/view-receipt/:receiptId'],
    label: { en: 'Receipt', zh: '收款', fr: 'Encaissement', ja: '入金' },
    allow: ['receipts.view'],
  },
  ...listAndForm({
    id: 'credit-notes',
    one: 'credit-note',
    path: 'credit_nots',
    reads: creditNotes.list.path,
    aliases: ['credit_notes'],
    label: { en: 'Credit notes', zh: '贷项通知单', fr: 'Avoirs', ja: '返還請求書' },
    allow: ['credit_notes.add', 'credit_notes.edit'],
    menu: { group: 'billing', order: 5, icon: 'creditNotes' },
    add: {
      label: { en: 'New credit note', zh: '新建贷项通知单', fr: 'Nouvel avoir', ja: '返還請求書の新規作成' },
      allow: ['credit_notes.add'],
    },
    edit: {
      label: { en: 'Edit draft', zh: '编辑草稿', fr: 'Modifier le brouillon', ja: '下書きの編集' },
      allow: ['credit_notes.edit'],
    },
  }),
  {
    id: 'credit-note-view',
    path: 'credit_nots/view-credit-note/:id',
    label: { en: 'Credit note', zh: '贷项通知单', fr: 'Avoir', ja: '返還請求書' },
    allow: ['credit_notes.add', 'credit_notes.edit'],
  },
  {
    id: 'expenses',
    path: 'expenses',
    reads: expenses.list.path,
    label: { en: 'Expenses', zh: '费用', fr: 'Dépenses', ja: '経費' },
    allow: ['expenses.add', 'expenses.edit', 'expenses.delete'],
    menu: { group: 'billing', order: 6, icon: 'expenses' },
  },
  {
    id: 'opening-balances',
    path: 'settings/opening_balances',
    reads: openingBalances.list.path,
    label: { en: 'Opening balances', zh: '期初余额', fr: 'Soldes d’ouverture', ja: '期首残高' },
    allow: ['clients.import'],
    menu: { group: 'settings', order: 34, icon: 'ledger' },
  },
  {
    id: 'opening-imports',
    path: 'settings/opening_balances/import',
    reads: openingImports.list.path,
    label: {
      en: 'Imports of opening balances',
      zh: '期初余额导入',
      fr: 'Importations de soldes d’ouverture',
      ja: '期首残高の取り込み',
    },
    allow: ['clients.import'],
  },
  {
    id: 'opening-import',
    path: 'settings/opening_balances/import/:id',
    label: {
      en: 'Import of opening balances',
      zh: '期初余额导入',
      fr: 'Importation de soldes d’ouverture',
      ja: '期首残高の取り込み',
    },
    allow: ['clients.import'],
  },
  {
    id: 'trial-balance',
    path: 'reports/trial_balance',
    label: { en: 'Trial balance', zh: '试算平衡表', fr: 'Balance générale', ja: '試算表' },
    allow: 'admin',
    menu: { group: 'reports', order: 20, icon: 'report' },
  },
  {
    id: 'journal',
    path: 'reports/journal',
    reads: journal.list.path,
    label: { en: 'Journal', zh: '日记账', fr: 'Journal', ja: '仕訳帳' },
    allow: 'admin',
    menu: { group: 'reports', order: 21, icon: 'ledger' },
  },
  {
    id: 'journal-add',
    path: 'reports/journal/add',
    label: {
      en: 'New manual journal',
      zh: '新建手工分录',
      fr: 'Nouvelle écriture manuelle',
      ja: '手入力の仕訳の新規登録',
    },
    allow: 'admin',
  },
  {
    id: 'journal-entry',
    path: 'reports/journal/:id',
    label: { en: 'Entry', zh: '分录', fr: 'Écriture', ja: '仕訳' },
    allow: 'admin',
  },
  ...receivablesScreens,
]);

export const widgets = declareWidgets([
  {
    id: 'money',
    label: {
      en: 'Billing and collections',
      zh: '开票与收款',
      fr: 'Facturation et encaissements',
      ja: '請求と入金',
    },
    allow: ['invoices.view'],
    size: 'full',
    dashboards: ['personal', 'firm'],
    order: 20,
  },
  {
    id: 'waiting',
    label: { en: 'Waiting to be invoiced', zh: '待开票', fr: 'À facturer', ja: '請求待ち' },
    allow: ['pending_invoices'],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 25,
  },
  {
    id: 'income-by-department',
    label: {
      en: 'Income by department',
      zh: '各部门收入',
      fr: 'Produits par service',
      ja: '部署別の収益',
    },
    allow: 'admin',
    size: 'half',
    dashboards: ['firm'],
    order: 30,
  },
  ...receivablesWidgets,
]);
