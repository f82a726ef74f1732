import { declareScreens, declareWidgets } from '@daybook/contracts/screens';

/** Data only: the host draws routes and menu from it without loading this remote. A screen is added here and in `remote.ts`. */
export const screens = declareScreens([
  {
    id: 'services',
    path: 'settings/services',
    label: { en: 'Services', zh: '服务项目', fr: 'Prestations', ja: 'サービス' },
    allow: ['services'],
    menu: { group: 'settings', order: 20, icon: 'services' },
  },
  {
    id: 'service-add',
    path: 'settings/services/add',
    label: { en: 'New service', zh: '新建服务项目', fr: 'Nouvelle prestation', ja: 'サービスの新規登録' },
    allow: ['services'],
  },
  {
    id: 'service-edit',
    path: 'settings/services/edit/:id',
    label: { en: 'Edit service', zh: '编辑服务项目', fr: 'Modifier la prestation', ja: 'サービスの編集' },
    allow: ['services'],
  },
  {
    id: 'tax-codes',
    path: 'settings/services/tax_codes',
    label: { en: 'Tax codes', zh: '税码', fr: 'Codes de taxe', ja: '税コード' },
    allow: ['services'],
  },
  {
    id: 'tax-code-add',
    path: 'settings/services/tax_codes/add',
    label: { en: 'New tax code', zh: '新建税码', fr: 'Nouveau code de taxe', ja: '税コードの新規登録' },
    allow: ['services'],
  },
  {
    id: 'tax-code-edit',
    path: 'settings/services/tax_codes/edit/:id',
    label: { en: 'Edit tax code', zh: '编辑税码', fr: 'Modifier le code de taxe', ja: '税コードの編集' },
    allow: ['services'],
  },
  {
    id: 'billing-entities',
    path: 'settings/billing_entity',
    label: { en: 'Billing entities', zh: '开票主体', fr: 'Entités de facturation', ja: '請求元' },
    allow: ['billing_entity.add', 'billing_entity.edit', 'billing_entity.delete'],
    menu: { group: 'settings', order: 30, icon: 'billingEntity' },
  },
  {
    id: 'billing-entity-add',
    path: 'settings/billing_entity/add',
    label: {
      en: 'New billing entity',
      zh: '新建开票主体',
      fr: 'Nouvelle entité de facturation',
      ja: '請求元の新規登録',
    },
    allow: ['billing_entity.add'],
  },
  {
    id: 'billing-entity-edit',
    path: 'settings/billing_entity/edit/:id',
    label: {
      en: 'Edit billing entity',
      zh: '编辑开票主体',
      fr: 'Modifier l’entité de facturation',
      ja: '請求元の編集',
    },
    allow: ['billing_entity.edit'],
  },
]);

export const widgets = declareWidgets([
  {
    id: 'house',
    label: { en: 'The house', zh: '系统概况', fr: 'La maison', ja: 'システム状況' },
    allow: 'super_admin',
    size: 'full',
    dashboards: ['house'],
    order: 10,
  },
]);
