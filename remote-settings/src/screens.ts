import { declareScreens, declareWidgets, listAndForm } from '@daybook/contracts/screens';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { samples } from '@daybook/contracts/guided-start/samples';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { booksScreens } from './books-screens.ts';
import { peopleScreens } from './people-screens.ts';
import { workScreens } from './work-screens.ts';

/** Data only: the host draws its routes and menu from it without loading this remote. Add a screen here and in `remote.ts`. */
export const screens = declareScreens([
  ...peopleScreens,
  ...listAndForm({
    id: 'departments',
    one: 'department',
    path: 'settings/departments',
    reads: departments.list.path,
    label: { en: 'Departments', zh: '部门', fr: 'Services', ja: '部署' },
    allow: ['departments'],
    menu: { group: 'settings', order: 10, icon: 'departments' },
    add: { label: { en: 'New department', zh: '新建部门', fr: 'Nouveau service', ja: '部署の新規登録' } },
    edit: { label: { en: 'Edit department', zh: '编辑部门', fr: 'Modifier le service', ja: '部署の編集' } },
  }),
  ...listAndForm({
    id: 'services',
    one: 'service',
    path: 'settings/services',
    reads: services.list.path,
    label: { en: 'Services', zh: '服务项目', fr: 'Prestations', ja: 'サービス' },
    allow: ['services'],
    menu: { group: 'settings', order: 20, icon: 'services' },
    add: {
      label: { en: 'New service', zh: '新建服务项目', fr: 'Nouvelle prestation', ja: 'サービスの新規登録' },
    },
    edit: {
      label: { en: 'Edit service', zh: '编辑服务项目', fr: 'Modifier la prestation', ja: 'サービスの編集' },
    },
  }),
  ...listAndForm({
    id: 'tax-codes',
    one: 'tax-code',
    path: 'settings/services/tax_codes',
    reads: taxCodes.list.path,
    label: { en: 'Tax codes', zh: '税码', fr: 'Codes taxe', ja: '税コード' },
    allow: ['services'],
    add: {
      label: { en: 'New tax code', zh: '新建税码', fr: 'Nouveau code taxe', ja: '税コードの新規登録' },
    },
    edit: {
      label: { en: 'Edit tax code', zh: '编辑税码', fr: 'Modifier le code taxe', ja: '税コードの編集' },
    },
  }),
  ...listAndForm({
    id: 'withholding-codes',
    one: 'withholding-code',
    path: 'settings/services/withholding',
    reads: withholdingCodes.list.path,
    label: { en: 'Withholding codes', zh: '代扣规则', fr: 'Codes de retenue', ja: '源泉徴収区分' },
    allow: ['services'],
    add: {
      label: {
        en: 'New withholding code',
        zh: '新建代扣规则',
        fr: 'Nouveau code de retenue',
        ja: '源泉徴収区分の新規登録',
      },
    },
    edit: {
      label: {
        en: 'Edit withholding code',
        zh: '编辑代扣规则',
        fr: 'Modifier le code de retenue',
        ja: '源泉徴収区分の編集',
      },
    },
  }),
  {
    id: 'settings-home',
    path: 'setting',
    label: { en: 'Settings', zh: '设置', fr: 'Paramètres', ja: '設定' },
    allow: ['setting'],
    menu: { group: 'settings', order: 1, icon: 'settings' },
    aliases: ['settings'],
  },
  {
    id: 'samples',
    path: 'settings/samples',
    reads: samples.list.path,
    label: { en: 'Samples', zh: '示例', fr: 'Exemples', ja: 'サンプル' },
    allow: 'admin',
  },
  ...workScreens,
  ...listAndForm({
    id: 'exchange-rates',
    one: 'exchange-rate',
    path: 'settings/exchange_rates',
    label: { en: 'Exchange rates', zh: '汇率', fr: 'Taux de change', ja: '為替レート' },
    allow: ['setting'],
    menu: { group: 'settings', order: 25, icon: 'billingEntity' },
    add: { label: { en: 'New rate', zh: '新建汇率', fr: 'Nouveau taux', ja: 'レートの新規登録' } },
    edit: { label: { en: 'Edit rate', zh: '编辑汇率', fr: 'Modifier le taux', ja: 'レートの編集' } },
  }),
  ...listAndForm({
    id: 'billing-entities',
    one: 'billing-entity',
    path: 'settings/billing_entity',
    reads: billingEntities.list.path,
    label: { en: 'Billing entities', zh: '开票主体', fr: 'Entités de facturation', ja: '請求元' },
    allow: ['billing_entity.add', 'billing_entity.edit', 'billing_entity.delete'],
    menu: { group: 'settings', order: 30, icon: 'billingEntity' },
    add: {
      label: {
        en: 'New billing entity',
        zh: '新建开票主体',
        fr: 'Nouvelle entité de facturation',
        ja: '請求元の新規登録',
      },
      allow: ['billing_entity.add'],
    },
    edit: {
      label: {
        en: 'Edit billing entity',
        zh: '编辑开票主体',
        fr: 'Modifier l’entité de facturation',
        ja: '請求元の編集',
      },
      allow: ['billing_entity.edit'],
    },
  }),
  {
    id: 'document-template',
    path: 'settings/billing_entity/template/:id',
    label: { en: 'Document template', zh: '单据模板', fr: 'Modèle de document', ja: '書類のテンプレート' },
    allow: ['billing_entity.edit'],
  },
  {
    id: 'reminder-levels',
    path: 'settings/reminder_levels',
    reads: billingEntities.list.path,
    label: { en: 'Reminder levels', zh: '催款级别', fr: 'Niveaux de relance', ja: '督促段階' },
    allow: ['billing_entity.edit'],
    menu: { group: 'settings', order: 31, icon: 'followUp' },
  },
  {
    id: 'reminder-levels-edit',
    path: 'settings/reminder_levels/edit/:id',
    label: { en: 'Reminder levels', zh: '催款级别', fr: 'Niveaux de relance', ja: '督促段階' },
    allow: ['billing_entity.edit'],
  },
  {
    id: 'enquiry-form',
    path: 'settings/enquiry_form',
    label: { en: 'Enquiry form', zh: '咨询表单', fr: 'Formulaire de demande', ja: '問い合わせフォーム' },
    allow: ['setting'],
    menu: { group: 'settings', order: 32, icon: 'enquiries' },
  },
  {
    id: 'firm',
    path: 'settings/firm',
    label: { en: 'Firm details', zh: '事务所信息', fr: 'Identité du cabinet', ja: '事務所情報' },
    allow: 'admin',
    menu: { group: 'settings', order: 29, icon: 'settings' },
  },
  {
    id: 'mail',
    path: 'settings/mail',
    label: { en: 'E-mail', zh: '邮件', fr: 'E-mail', ja: 'メール' },
    allow: 'admin',
    menu: { group: 'settings', order: 34, icon: 'settings' },
  },
  {
    id: 'security',
    path: 'settings/security',
    label: { en: 'Security', zh: '安全', fr: 'Sécurité', ja: 'セキュリティ' },
    allow: 'super_admin',
    menu: { group: 'settings', order: 35, icon: 'settings' },
  },
  {
    id: 'notifications',
    path: 'settings/notifications',
    label: { en: 'Notifications', zh: '通知', fr: 'Notifications', ja: '通知' },
    allow: ['setting'],
    menu: { group: 'settings', order: 33, icon: 'settings' },
  },
  ...booksScreens,
]);

export const widgets = declareWidgets([
  {
    id: 'system',
    label: {
      en: 'People and sign-ins',
      zh: '人员与登录',
      fr: 'Personnel et connexions',
      ja: 'ユーザーとログイン',
    },
    allow: 'super_admin',
    size: 'full',
    dashboards: ['system'],
    order: 10,
  },
]);
