import type { ClientRow } from '../crm/clients/clients.ts';
import type { EnquiryStatus } from '../crm/enquiries/enquiry-machine.ts';
import type { EnquiryRow } from '../crm/enquiries/enquiries.ts';
import type { StaffMember } from '../people/staff.ts';
import type { Scope } from '../permissions.ts';
import type { TaxCategory } from '../money/tax-split.ts';
import type { Regime } from '../settings/billing-entities/regimes.ts';
import type { TaxKind } from '../settings/tax-codes/tax-codes.ts';
import type { WithholdingCode } from '../settings/withholding-codes/withholding-codes.ts';
import type { SeriesState } from '../recurrence/series.ts';
import type { AssigneeRule } from '../tasks/recurring-tasks/recurring-tasks.ts';
import type { TaskStatus } from '../tasks/tasks/task-machine.ts';
import type { TaskRow } from '../tasks/tasks/tasks.ts';
import type { Word, WordsOf } from './word.ts';

export const clientKind: WordsOf<ClientRow['kind']> = {
  individual: ['Individual', '个人', 'Particulier', '個人'],
  proprietor: ['Sole proprietor', '个体工商户', 'Entrepreneur individuel', '個人事業主'],
  partnership: ['Partnership', '合伙企业', 'Société de personnes', '組合'],
  llp: ['LLP', '有限责任合伙', 'LLP', 'LLP（有限責任事業組合）'],
  company: ['Company', '公司', 'Société', '会社'],
  trust: ['Trust', '信托', 'Trust', '信託'],
  huf: [
    'Hindu undivided family',
    '印度教联合家庭（HUF）',
    'Famille hindoue indivise (HUF)',
    'ヒンドゥー合同家族（HUF）',
  ],
  aop: ['Association of persons', '个人联合体（AOP）', 'Groupement de personnes (AOP)', '人の団体（AOP）'],
  government: ['Government', '政府机构', 'Administration', '官公庁'],
  other: ['Other', '其他', 'Autre', 'その他'],
};

export const clientStatus: WordsOf<ClientRow['status']> = {
  active: ['Active', '启用', 'Actif', '取引中'],
  inactive: ['Inactive', '停用', 'Inactif', '休止'],
};

export const enquirySource: WordsOf<EnquiryRow['source']> = {
  web: ['Website', '网站', 'Site web', 'ウェブ'],
  referral: ['Referral', '推荐', 'Recommandation', '紹介'],
  call: ['Call', '来电', 'Appel', '電話'],
  walk_in: ['Walk-in', '来访', 'Visite', '来所'],
  campaign: ['Campaign', '营销活动', 'Campagne', 'キャンペーン'],
  other: ['Other', '其他', 'Autre', 'その他'],
};

export const enquiryStatus: WordsOf<EnquiryStatus> = {
  new: ['New', '新咨询', 'Nouvelle', '新規'],
  contacted: ['Contacted', '已联系', 'Contactée', '連絡済み'],
  qualified: ['Qualified', '已确认意向', 'Qualifiée', '見込みあり'],
  proposal_sent: ['Proposal sent', '已报价', 'Proposition envoyée', '提案済み'],
  on_hold: ['On hold', '搁置', 'En attente', '保留'],
  won: ['Won', '已成交', 'Gagnée', '成約'],
  lost: ['Lost', '未成交', 'Perdue', '失注'],
};

export const taskStatus: WordsOf<TaskStatus> = {
  todo: ['To do', '待办', 'À faire', '未着手'],
  in_progress: ['In progress', '进行中', 'En cours', '進行中'],
  waiting_client: ['Waiting for client', '等待客户', 'En attente du client', '顧客待ち'],
  in_review: ['In review', '审核中', 'En révision', 'レビュー中'],
  on_hold: ['On hold', '已暂停', 'En suspens', '保留中'],
  completed: ['Completed', '已完成', 'Terminée', '完了'],
  cancelled: ['Cancelled', '已取消', 'Annulée', '中止'],
};

export const seriesState: WordsOf<SeriesState> = {
  active: ['Active', '进行中', 'Active', '有効'],
  paused: ['Paused', '已暂停', 'Suspendue', '停止中'],
  completed: ['Ended', '已结束', 'Terminée', '終了'],
  cancelled: ['Cancelled', '已取消', 'Annulée', '中止'],
};

export const assigneeRule: WordsOf<AssigneeRule> = {
  fixed: ['Always the same people', '固定人员', 'Toujours les mêmes', '毎回同じ人'],
  client_executive: ['Client’s executives', '客户的经办人', 'Les collaborateurs du client', '顧客の実務担当'],
  round_robin: ['In turn', '轮流', 'À tour de rôle', '順番に'],
};

export const priority: Readonly<Record<number, Word>> = {
  1: ['Urgent', '紧急', 'Urgente', '至急'],
  2: ['High', '高', 'Haute', '高'],
  3: ['Normal', '普通', 'Normale', '通常'],
  4: ['Low', '低', 'Basse', '低'],
};

export const billingStatus: WordsOf<TaskRow['billingStatus']> = {
  non_billable: ['Not billable', '不计费', 'Non facturable', '請求対象外'],
  unbilled: ['Not ready for invoicing', '尚未到开票阶段', 'Pas encore à facturer', '完了後に請求'],
  pending: ['Waiting to be invoiced', '等待开票', 'À facturer', '請求待ち'],
  invoiced: ['Invoiced', '已开票', 'Facturée', '請求済み'],
  written_off: ['Written off', '不再开票', 'Non facturée', '請求しない'],
};

export const regime: WordsOf<Regime> = {
  IN: ['India: GST', '印度：GST', 'Inde : GST', 'インド：GST'],
  EU: ['European Union: VAT', '欧盟：增值税', 'Union européenne : TVA', 'EU：付加価値税'],
  GB: ['United Kingdom: VAT', '英国：增值税', 'Royaume-Uni : TVA', '英国：付加価値税'],
  JP: ['Japan: consumption tax', '日本：消费税', 'Japon : taxe sur la consommation', '日本：消費税'],
  CN: ['China: VAT', '中国：增值税', 'Chine : TVA', '中国：増値税'],
  US: ['United States: sales tax', '美国：销售税', 'États-Unis : taxe sur les ventes', '米国：売上税'],
  NONE: ['No tax rules', '无税务规则', 'Aucune règle fiscale', '税務ルールなし'],
};

export const taxKind: WordsOf<TaxKind> = {
  GST: ['GST', 'GST', 'GST', 'GST'],
  VAT: ['VAT', '增值税', 'TVA', '付加価値税'],
  JCT: ['Consumption tax (Japan)', '消费税（日本）', 'Taxe sur la consommation (Japon)', '消費税'],
  SALES: ['Sales tax', '销售税', 'Taxe sur les ventes', '売上税'],
  NONE: ['No tax', '无税', 'Aucune taxe', '税なし'],
};

export const rateCategory: WordsOf<TaxCategory> = {
  S: ['Standard', '标准', 'Normale', '課税'],
  Z: ['Zero rated', '零税率', 'Taux zéro', 'ゼロ税率'],
  E: ['Exempt', '免税', 'Exonérée', '非課税'],
  AE: ['Reverse charge', '反向征税', 'Autoliquidation', 'リバースチャージ'],
  K: ['Intra-Community supply', '欧盟内部供应', 'Livraison intracommunautaire', 'EU 域内供給'],
  G: ['Export', '出口', 'Exportation', '輸出免税'],
  O: ['Outside the scope', '不征税', 'Hors champ', '不課税'],
};

export const withholdingBase: WordsOf<WithholdingCode['base']> = {
  net: ['Net amount', '不含税金额', 'Montant HT', '税抜額'],
  gross: ['Gross amount', '含税金额', 'Montant TTC', '税込額'],
};

export const withholdingCounting: WordsOf<WithholdingCode['counting']> = {
  payment: ['Each payment', '每次付款单独计算', 'Chaque paiement', '支払いごと'],
  year: ['Fiscal year to date', '本会计年度累计', 'Exercice en cours', '当会計年度の累計'],
};

export const withholdingUnit: WordsOf<WithholdingCode['roundTo']> = {
  minor: ['Smallest unit', '最小货币单位', 'Plus petite unité', '最小単位'],
  whole: ['Whole unit', '整数单位', 'Unité entière', '整数単位'],
};

export const withholdingDir: WordsOf<WithholdingCode['roundDir']> = {
  nearest: ['To the nearest', '四舍五入', 'Au plus proche', '四捨五入'],
  up: ['Up', '向上', 'Vers le haut', '切り上げ'],
  down: ['Down', '向下', 'Vers le bas', '切り捨て'],
};

export const userType: WordsOf<StaffMember['userType']> = {
  super_admin: ['Super admin', '超级管理员', 'Super administrateur', '特権管理者'],
  admin: ['Admin', '管理员', 'Administrateur', '管理者'],
  manager: ['Manager', '主管', 'Responsable', '責任者'],
  executive: ['Executive', '经办人', 'Collaborateur', '実務担当'],
  crm: ['Relationship manager', '客户经理', 'Chargé de clientèle', '顧客担当'],
};

export const scope: WordsOf<Scope> = {
  all: ['The whole firm', '整个事务所', 'Tout le cabinet', '事務所全体'],
  department: ['Own departments', '所属部门', 'Ses services', '所属部署'],
  team: ['Own team', '所属团队', 'Son équipe', '自分のチーム'],
  own: ['Own work', '本人工作', 'Son propre travail', '自分の担当'],
};

export const userStatus: WordsOf<StaffMember['status']> = {
  invited: ['Invited', '已邀请', 'Invité', '招待中'],
  active: ['Active', '使用中', 'Actif', '利用中'],
  deactivated: ['Deactivated', '已停用', 'Désactivé', '利用停止'],
};
