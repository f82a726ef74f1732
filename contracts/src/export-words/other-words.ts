import type { Word, WordsOf } from './word.ts';

/** Accounts that came with the house, by their system key; the others are called as they were named. */
export const account: Readonly<Record<string, Word>> = {
  bank: ['Bank', '银行存款', 'Banque', '預金'],
  cash: ['Cash', '现金', 'Caisse', '現金'],
  cheques_in_hand: ['Cheques in hand', '在手支票', 'Chèques à encaisser', '受取小切手'],
  receivable: ['Receivables', '应收账款', 'Clients', '売掛金'],
  withholding_receivable: [
    'Withholding tax receivable',
    '应收代扣税款',
    'Retenues à récupérer',
    '源泉徴収額の未収分',
  ],
  client_reimbursable: ['Client reimbursables', '代客户垫付', 'Débours pour clients', '立替金'],
  input_tax: ['Input tax', '进项税额', 'Taxe déductible', '仮払消費税等'],
  staff_payable: ['Payable to staff', '应付员工款', 'Dû au personnel', '従業員への未払金'],
  client_advance: ['Client advances', '预收账款', 'Acomptes de clients', '前受金'],
  opening_equity: ['Opening balances', '期初余额', 'Soldes d’ouverture', '期首残高'],
  income: ['Fees', '服务收入', 'Honoraires', '報酬'],
  rounding: ['Rounding', '尾差', 'Arrondis', '端数調整'],
  bank_charge: ['Bank charges', '银行手续费', 'Frais bancaires', '支払手数料'],
  bad_debt: ['Bad debts', '坏账损失', 'Créances irrécouvrables', '貸倒損失'],
  fx_difference: ['Exchange differences', '汇兑差额', 'Écarts de change', '為替差損益'],
  'output_tax.VAT': ['Output VAT', '销项增值税', 'TVA collectée', '仮受付加価値税'],
  'output_tax.CGST': ['Output CGST', '销项 CGST', 'CGST collectée', '仮受CGST'],
  'output_tax.SGST': ['Output SGST', '销项 SGST', 'SGST collectée', '仮受SGST'],
  'output_tax.UTGST': ['Output UTGST', '销项 UTGST', 'UTGST collectée', '仮受UTGST'],
  'output_tax.IGST': ['Output IGST', '销项 IGST', 'IGST collectée', '仮受IGST'],
  'output_tax.JCT': [
    'Output consumption tax',
    '销项消费税',
    'Taxe sur la consommation collectée',
    '仮受消費税',
  ],
  'output_tax.SALES': ['Output sales tax', '销项销售税', 'Taxe de vente collectée', '仮受売上税'],
  'output_tax_on_advance.VAT': [
    'Output VAT on advances',
    '预收款销项增值税',
    'TVA collectée sur acomptes',
    '前受金に係る仮受VAT',
  ],
  'output_tax_on_advance.CGST': [
    'Output CGST on advances',
    '预收款销项 CGST',
    'CGST collectée sur acomptes',
    '前受金に係る仮受CGST',
  ],
  'output_tax_on_advance.SGST': [
    'Output SGST on advances',
    '预收款销项 SGST',
    'SGST collectée sur acomptes',
    '前受金に係る仮受SGST',
  ],
  'output_tax_on_advance.UTGST': [
    'Output UTGST on advances',
    '预收款销项 UTGST',
    'UTGST collectée sur acomptes',
    '前受金に係る仮受UTGST',
  ],
  'output_tax_on_advance.IGST': [
    'Output IGST on advances',
    '预收款销项 IGST',
    'IGST collectée sur acomptes',
    '前受金に係る仮受IGST',
  ],
  'output_tax_on_advance.JCT': [
    'Output consumption tax on advances',
    '预收款销项消费税',
    'Taxe sur la consommation collectée sur acomptes',
    '前受金に係る仮受消費税',
  ],
  'output_tax_on_advance.SALES': [
    'Output sales tax on advances',
    '预收款销项销售税',
    'Taxe de vente collectée sur acomptes',
    '前受金に係る仮受売上税',
  ],
};

/** Expense accounts that came with the house, by their number. */
export const expenseAccount: Readonly<Record<string, Word>> = {
  5410: ['Travel', '差旅费', 'Déplacements', '旅費交通費'],
  5420: ['Office and supplies', '办公费', 'Bureau et fournitures', '事務用品費'],
  5430: ['Postage and courier', '邮寄费', 'Affranchissement et coursiers', '通信・配送費'],
  5440: ['Software and subscriptions', '软件及订阅费', 'Logiciels et abonnements', 'ソフトウェア利用料'],
  5450: ['Professional fees', '专业服务费', 'Honoraires de tiers', '支払報酬'],
  5460: ['Government fees', '政府规费', 'Droits et taxes administratifs', '行政手数料'],
  5490: ['Other expenses', '其他费用', 'Autres charges', 'その他の経費'],
};

/** Units of UN/ECE recommendation 20 that a form offers; others are exported as their code. */
export const unit: Readonly<Record<string, Word>> = {
  E48: ['Service', '项', 'Prestation', '式'],
  C62: ['Unit', '件', 'Unité', '個'],
  HUR: ['Hour', '小时', 'Heure', '時間'],
  DAY: ['Day', '天', 'Jour', '日'],
  MON: ['Month', '月', 'Mois', '月'],
  ANN: ['Year', '年', 'An', '年'],
  LS: ['Lump sum', '一次性', 'Forfait', '一式'],
};

/** Parts of a tax by the name they are computed under; CGST and its like are called so everywhere. */
export const taxComponent: Readonly<Record<string, Word>> = {
  VAT: ['VAT', '增值税', 'TVA', 'VAT'],
  JCT: ['Consumption tax', '消费税', 'Taxe sur la consommation', '消費税'],
  SALES: ['Sales tax', '销售税', 'Taxe sur les ventes', '売上税'],
};

export const yesNo: WordsOf<'yes' | 'no'> = {
  yes: ['Yes', '是', 'Oui', 'はい'],
  no: ['No', '否', 'Non', 'いいえ'],
};

/** Names of the sheets of a workbook. */
export const sheet = {
  invoices: ['Invoices', '发票', 'Factures', '請求書'],
  recurringInvoices: ['Recurring invoices', '定期发票', 'Factures récurrentes', '定期請求書'],
  postdated_cheques: ['Post-dated cheques', '远期支票', 'Chèques postdatés', '先日付小切手'],
  proformas: ['Proformas', '形式发票', 'Factures pro forma', 'プロフォーマインボイス'],
  receipts: ['Receipts', '收款', 'Encaissements', '入金'],
  creditNotes: ['Credit notes', '贷项通知单', 'Avoirs', '返還請求書'],
  expenses: ['Expenses', '费用', 'Dépenses', '経費'],
  pendingInvoices: ['Pending invoices', '待开票', 'À facturer', '請求待ち'],
  unbilledClients: ['Clients without invoice', '未开票客户', 'Clients sans facture', '未請求の顧客'],
  clientLedger: ['Client ledger', '客户往来账', 'Compte client', '顧客元帳'],
  journal: ['Journal', '日记账', 'Journal', '仕訳帳'],
  trialBalance: ['Trial balance', '试算平衡表', 'Balance générale', '試算表'],
  clients: ['Clients', '客户', 'Clients', '顧客'],
  clientGroups: ['Client groups', '客户组', 'Groupes de clients', '顧客グループ'],
  enquiries: ['Enquiries', '咨询', 'Demandes', '問い合わせ'],
  tasks: ['Tasks', '任务', 'Tâches', 'タスク'],
  deletedTasks: ['Deleted tasks', '已删除的任务', 'Tâches supprimées', '削除したタスク'],
  time: ['Time', '工时', 'Temps', '作業時間'],
  billingEntities: ['Billing entities', '开票主体', 'Entités de facturation', '請求元'],
  departments: ['Departments', '部门', 'Services', '部署'],
  services: ['Services', '服务项目', 'Prestations', 'サービス'],
  taxCodes: ['Tax codes', '税码', 'Codes de taxe', '税コード'],
  withholdingCodes: ['Withholding codes', '代扣规则', 'Codes de retenue', '源泉徴収区分'],
  exchangeRates: ['Exchange rates', '汇率', 'Taux de change', '為替レート'],
  taskCategories: ['Task categories', '任务类别', 'Catégories de tâches', 'タスクの種類'],
  recurringTaskCategories: [
    'Recurring task categories',
    '定期任务类别',
    'Catégories de tâches récurrentes',
    '定期タスクの種類',
  ],
  recurringTasks: ['Recurring tasks', '定期任务', 'Tâches récurrentes', '定期タスク'],
  holidayCalendars: ['Holiday calendars', '节假日日历', 'Calendriers des jours fériés', '休日カレンダー'],
  managers: ['Managers', '主管', 'Responsables', '責任者'],
  executives: ['Executives', '经办人', 'Collaborateurs', '実務担当'],
  crms: ['Relationship managers', '客户经理', 'Chargés de clientèle', '顧客担当'],
  admins: ['Admins', '管理员', 'Administrateurs', '管理者'],
  waitingClients: ['Pending by client', '待开票（按客户）', 'À facturer par client', '請求待ち（顧客別）'],
  waitingGroups: [
    'Pending by group',
    '待开票（按客户组）',
    'À facturer par groupe',
    '請求待ち（グループ別）',
  ],
  taxByRate: ['Tax by rate', '按税率的税额', 'Taxe par taux', '税率別の税額'],
} as const satisfies Record<string, Word>;
