import type { LedgerLine } from '../billing/client-ledgers/client-ledgers.ts';
import type { CreditNoteRow } from '../billing/credit-notes/credit-note-record.ts';
import type { ExpenseState, PaidBy } from '../billing/expenses/expense-machine.ts';
import type { InvoiceRow } from '../billing/invoices/invoice-record.ts';
import type { JournalSource, LedgerAccount } from '../billing/journal/journal.ts';
import type { PendingItem, PendingState } from '../billing/pending/pending-invoices.ts';
import type { PostdatedCheque } from '../billing/receipts/postdated-cheques.ts';
import type { ProformaRow } from '../billing/proformas/proformas.ts';
import type { RecurringInvoiceRow } from '../billing/recurring-invoices/recurring-invoices.ts';
import type { ReceiptRow, receiptStandings } from '../billing/receipts/receipts.ts';
import type { TaxCategory } from '../money/tax-split.ts';
import type { WordsOf } from './word.ts';

export const invoiceStatus: WordsOf<InvoiceRow['status']> = {
  draft: ['Draft', '草稿', 'Brouillon', '下書き'],
  pending_approval: ['Waiting for approval', '待审批', 'À approuver', '承認待ち'],
  approved: ['Approved', '已批准', 'Approuvée', '承認済み'],
  issued: ['Issued', '已开具', 'Émise', '発行済み'],
  part_paid: ['Part paid', '部分收款', 'Payée en partie', '一部入金'],
  paid: ['Paid', '已收款', 'Payée', '入金済み'],
  written_off: ['Written off', '已核销坏账', 'Passée en perte', '貸倒処理済み'],
  void: ['Void', '已作废', 'Annulée', '取消済み'],
};

export const proformaStatus: WordsOf<ProformaRow['status']> = {
  issued: ['Issued', '已开具', 'Émise', '発行済'],
  converted: ['Invoiced', '已转发票', 'Facturée', '請求済'],
  expired: ['Expired', '已失效', 'Expirée', '失効'],
};

export const postdatedState: WordsOf<PostdatedCheque['state']> = {
  waiting: ['Not yet due', '等待中', 'En attente', '待機中'],
  received: ['Received', '已收款', 'Encaissé', '入金済み'],
  withdrawn: ['Returned to client', '已退回客户', 'Rendu au client', '顧客に返却済み'],
};

export const recurringMode: WordsOf<RecurringInvoiceRow['mode']> = {
  draft: ['Draft', '草稿', 'Brouillon', '下書き'],
  issue: ['Issued', '自动开具', 'Émise', '自動発行'],
  issue_send: ['Issued and sent', '自动开具并发送', 'Émise et envoyée', '自動発行・送信'],
};

export const pauseReason: WordsOf<NonNullable<RecurringInvoiceRow['pausedFor']>> = {
  person: ['By a person', '人工暂停', 'Par une personne', '担当者による停止'],
  failures: ['It failed three times', '连续三次失败', 'Trois échecs', '3回失敗'],
  missed: ['More than one period was missed', '错过多期', 'Plusieurs échéances manquées', '複数回の未作成'],
  client: ['The client is inactive', '客户已停用', 'Client inactif', '顧客が休止中'],
};

export const receiptState: WordsOf<(typeof receiptStandings)[number]> = {
  posted: ['Posted', '已过账', 'Enregistré', '記帳済み'],
  in_hand: ['Cheque in hand', '支票待存', 'Chèque en main', '小切手手元'],
  deposited: ['Deposited', '已存入', 'Remis à la banque', '取立中'],
  cleared: ['Cleared', '已到账', 'Encaissé', '決済済み'],
  bounced: ['Bounced', '已退票', 'Impayé', '不渡り'],
  reversed: ['Reversed', '已冲销', 'Contre-passé', '取消済み'],
};

export const voucherKind: WordsOf<ReceiptRow['voucherKind']> = {
  receipt: ['Receipt', '收款', 'Encaissement', '入金'],
  advance_voucher: [
    'Advance voucher, with tax',
    '预收款凭证（含税）',
    'Reçu d’acompte, avec taxe',
    '前受金証憑（税込）',
  ],
};

export const mode: WordsOf<ReceiptRow['mode']> = {
  cash: ['Cash', '现金', 'Espèces', '現金'],
  cheque: ['Cheque', '支票', 'Chèque', '小切手'],
  bank: ['Bank transfer', '银行转账', 'Virement', '銀行振込'],
  upi: ['UPI', 'UPI', 'UPI', 'UPI'],
  card: ['Card', '银行卡', 'Carte', 'カード'],
  gateway: ['Payment gateway', '支付网关', 'Paiement en ligne', '決済サービス'],
  adjustment: [
    'Adjustment (tax withheld only)',
    '调整（仅代扣税款）',
    'Ajustement (retenue seule)',
    '調整（源泉徴収のみ）',
  ],
  opening: ['Opening balance', '期初余额', 'Solde d’ouverture', '期首残高'],
};

export const creditStatus: WordsOf<CreditNoteRow['status']> = {
  draft: ['Draft', '草稿', 'Brouillon', '下書き'],
  issued: ['Open', '未核销', 'Ouvert', '未消込'],
  part_applied: ['Partly applied', '部分核销', 'Imputé en partie', '一部消込'],
  applied: ['Applied', '已核销', 'Imputé', '消込済み'],
  refunded: ['Refunded', '已退款', 'Remboursé', '返金済'],
  void: ['Void', '已作废', 'Annulé', '取消済み'],
};

export const creditReason: WordsOf<CreditNoteRow['reasonCode']> = {
  not_rendered: ['Service not rendered', '服务未提供', 'Prestation non réalisée', '役務の未提供'],
  deficiency: ['Deficiency in service', '服务有瑕疵', 'Prestation défectueuse', '役務の不備'],
  discount: ['Discount after invoice', '开票后折让', 'Remise après facturation', '請求後の値引'],
  correction: ['Correction of the invoice', '发票更正', 'Correction de facture', '請求内容の訂正'],
  duplicate: ['Invoiced twice', '重复开票', 'Facturé en double', '重複請求'],
  cancelled: ['Order cancelled', '委托取消', 'Commande annulée', '契約の取消'],
  other: ['Other', '其他', 'Autre', 'その他'],
};

export const expenseState: WordsOf<ExpenseState> = {
  draft: ['Draft', '草稿', 'Brouillon', '下書き'],
  submitted: ['Submitted', '已提交', 'Soumise', '提出済'],
  approved: ['Approved', '已批准', 'Approuvée', '承認済'],
  reimbursed: ['Reimbursed', '已报销', 'Remboursée', '精算済'],
  rejected: ['Rejected', '已驳回', 'Refusée', '差戻し'],
  reversed: ['Reversed', '已冲销', 'Contre-passée', '取消済'],
};

export const paidBy: WordsOf<PaidBy> = {
  bank: ['The firm’s bank', '事务所银行账户', 'Banque du cabinet', '事務所の銀行口座'],
  cash: ['The firm’s cash', '事务所现金', 'Caisse du cabinet', '事務所の現金'],
  person: ['Own money of the claimant', '报销人垫付', 'Avance du demandeur', '申請者の立替'],
};

export const pendingState: WordsOf<PendingState> = {
  open: ['Pending', '待开票', 'À facturer', '請求待ち'],
  held: ['Held back', '暂缓', 'En attente', '保留'],
  invoiced: ['Invoiced', '已开票', 'Facturé', '請求済み'],
  written_off: ['Written off', '不再开票', 'Non facturé', '請求しない'],
};

export const lineKind: WordsOf<PendingItem['kind']> = {
  fee: ['Fee', '服务费', 'Honoraires', '報酬'],
  disbursement: ['Disbursement', '代垫费用', 'Débours', '立替金'],
};

export const ledgerKind: WordsOf<LedgerLine['kind']> = {
  opening: ['Opening balance', '期初余额', 'Solde d’ouverture', '期首残高'],
  invoice: ['Invoice', '发票', 'Facture', '請求書'],
  receipt: ['Receipt', '收款', 'Encaissement', '入金'],
  withheld: ['Tax withheld', '代扣税款', 'Retenue à la source', '源泉徴収'],
  allocation: ['Settled within the group', '集团内核销', 'Réglé au sein du groupe', 'グループ内で消込'],
  allocation_back: [
    'Settlement within the group reversed',
    '集团内核销已冲销',
    'Règlement au sein du groupe contre-passé',
    'グループ内の消込の取消',
  ],
  credit_note: ['Credit note', '贷项通知单', 'Avoir', '返還請求書'],
  refund: ['Refund', '退款', 'Remboursement', '返金'],
  void: ['Void of', '作废', 'Annulation de', '取消'],
  reversal: ['Reversal of', '冲销', 'Contre-passation de', '入金取消'],
  write_off: ['Written off', '核销坏账', 'Passé en perte', '貸倒処理'],
  write_off_back: ['Write-off reversed', '核销坏账已冲销', 'Passage en perte contre-passé', '貸倒処理の取消'],
  refund_back: ['Refund reversed', '退款已冲销', 'Remboursement contre-passé', '返金の取消'],
};

export const journalSource: WordsOf<JournalSource> = {
  invoice: ['Invoice', '发票', 'Facture', '請求書'],
  receipt: ['Receipt', '收款', 'Encaissement', '入金'],
  deposit: ['Deposit of a cheque', '支票存入', 'Remise de chèque', '小切手の取立'],
  refund: ['Refund', '退款', 'Remboursement', '返金'],
  allocation: ['Allocation', '核销', 'Imputation', '消込'],
  credit_note: ['Credit note', '贷项通知单', 'Avoir', '返還請求書'],
  expense: ['Expense', '费用', 'Dépense', '経費'],
  void: ['Void', '作废', 'Annulation', '取消'],
  reversal: ['Reversal', '冲销', 'Contre-passation', '反対仕訳'],
  write_off: ['Write-off', '核销坏账', 'Passage en perte', '貸倒処理'],
  opening: ['Opening balance', '期初余额', 'Solde d’ouverture', '期首残高'],
  journal: ['Journal entry', '手工分录', 'Opération diverse', '振替'],
};

export const accountType: WordsOf<LedgerAccount['type']> = {
  asset: ['Asset', '资产', 'Actif', '資産'],
  liability: ['Liability', '负债', 'Passif', '負債'],
  equity: ['Equity', '权益', 'Capitaux propres', '純資産'],
  income: ['Income', '收入', 'Produit', '収益'],
  expense: ['Expense', '费用', 'Charge', '費用'],
};

export const taxCategory: WordsOf<TaxCategory> = {
  S: ['Taxed', '应税', 'Taxé', '課税'],
  Z: ['Zero rated', '零税率', 'Taux zéro', 'ゼロ税率'],
  E: ['Exempt', '免税', 'Exonéré', '非課税'],
  AE: ['Reverse charge', '反向征税', 'Autoliquidation', 'リバースチャージ'],
  K: ['Supply within the EU', '欧盟内供应', 'Livraison intracommunautaire', 'EU 域内取引'],
  G: ['Export', '出口', 'Exportation', '輸出'],
  O: ['Outside the scope of tax', '不在征税范围', 'Hors champ', '不課税'],
};
