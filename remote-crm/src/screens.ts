import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryFunnel } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { dashboards } from '@daybook/contracts/dashboards';
import { declareScreens, declareWidgets, listAndForm } from '@daybook/contracts/screens';

/** Data only: the host draws its routes and menu from it without loading this remote. Add a screen here and in `remote.ts`. */
export const screens = declareScreens([
  ...listAndForm({
    id: 'enquiries',
    one: 'enquiry',
    path: 'enquiries',
    reads: enquiries.list.path,
    label: { en: 'Enquiries', zh: '咨询', fr: 'Demandes', ja: '問い合わせ' },
    allow: [
      'enquiries.add',
      'enquiries.edit',
      'enquiries.delete',
      'enquiries.update_status',
      'enquiries.convert',
    ],
    menu: { group: 'clients', order: 1, icon: 'enquiries' },
    add: {
      label: { en: 'New enquiry', zh: '新建咨询', fr: 'Nouvelle demande', ja: '問い合わせの新規登録' },
      allow: ['enquiries.add'],
    },
    edit: { label: { en: 'Enquiry', zh: '咨询', fr: 'Demande', ja: '問い合わせ' } },
  }),
  {
    id: 'enquiries-deleted',
    path: 'enquiries/deleted',
    reads: deletedEnquiries.list.path,
    label: {
      en: 'Deleted enquiries',
      zh: '已删除的咨询',
      fr: 'Demandes supprimées',
      ja: '削除した問い合わせ',
    },
    allow: ['enquiries.delete'],
  },
  {
    id: 'subscription-add',
    path: 'subscriptions/add',
    label: { en: 'Apply a package', zh: '应用套餐', fr: 'Attribuer un forfait', ja: 'パッケージの適用' },
    allow: ['recurring_invoices.add'],
  },
  {
    id: 'enquiry-imports',
    path: 'enquiries/import',
    reads: enquiryImports.list.path,
    label: {
      en: 'Imports of enquiries',
      zh: '咨询导入',
      fr: 'Importations de demandes',
      ja: '問い合わせの取り込み',
    },
    allow: ['enquiries.add'],
  },
  {
    id: 'enquiry-import',
    path: 'enquiries/import/:id',
    label: {
      en: 'Import of enquiries',
      zh: '咨询导入',
      fr: 'Importation de demandes',
      ja: '問い合わせの取り込み',
    },
    allow: ['enquiries.add'],
  },
  {
    id: 'enquiry-funnel',
    path: 'enquiries/funnel',
    reads: enquiryFunnel.list.path,
    label: {
      en: 'Funnel of enquiries',
      zh: '咨询转化漏斗',
      fr: 'Entonnoir des demandes',
      ja: '問い合わせのファネル',
    },
    allow: [
      'enquiries.add',
      'enquiries.edit',
      'enquiries.delete',
      'enquiries.update_status',
      'enquiries.convert',
    ],
    menu: { group: 'reports', order: 60, icon: 'enquiries' },
  },
  ...listAndForm({
    id: 'clients',
    one: 'client',
    path: 'clients',
    reads: clients.list.path,
    label: { en: 'Clients', zh: '客户', fr: 'Clients', ja: '顧客' },
    allow: ['clients.view'],
    menu: { group: 'clients', order: 2, icon: 'clients' },
    add: {
      label: { en: 'New client', zh: '新建客户', fr: 'Nouveau client', ja: '顧客の新規登録' },
      allow: ['clients.add'],
    },
    edit: {
      label: { en: 'Edit client', zh: '编辑客户', fr: 'Modifier le client', ja: '顧客の編集' },
      allow: ['clients.edit'],
    },
  }),
  {
    id: 'client-view',
    path: 'view-client/:id',
    parent: 'clients',
    label: { en: 'Client', zh: '客户', fr: 'Client', ja: '顧客' },
    allow: ['clients.view'],
  },
  {
    id: 'contacts',
    path: 'clients/contacts',
    reads: contacts.list.path,
    label: { en: 'Contacts', zh: '联系人', fr: 'Contacts', ja: '連絡先' },
    allow: ['clients.view'],
  },
  {
    id: 'contact-view',
    path: 'clients/contacts/:id',
    label: { en: 'Contact', zh: '联系人', fr: 'Contact', ja: '連絡先' },
    allow: ['clients.view'],
  },
  {
    id: 'contact-edit',
    path: 'clients/contacts/edit/:id',
    label: { en: 'Edit contact', zh: '编辑联系人', fr: 'Modifier le contact', ja: '連絡先の編集' },
    allow: ['clients.edit'],
  },
  {
    id: 'client-documents',
    path: 'clients/documents',
    parent: 'clients',
    label: { en: 'Client documents', zh: '客户证照', fr: 'Documents des clients', ja: '顧客書類' },
    allow: ['clients.view'],
    reads: clientDocuments.list.path,
  },
  {
    id: 'client-imports',
    path: 'clients/import',
    reads: clientImports.list.path,
    label: {
      en: 'Imports of clients',
      zh: '客户导入',
      fr: 'Importations de clients',
      ja: '顧客の取り込み',
    },
    allow: ['clients.import'],
  },
  {
    id: 'client-import',
    path: 'clients/import/:id',
    label: { en: 'Import of clients', zh: '客户导入', fr: 'Importation de clients', ja: '顧客の取り込み' },
    allow: ['clients.import'],
  },
  ...listAndForm({
    id: 'client-groups',
    one: 'client-group',
    path: 'clients/groups',
    reads: clientGroups.list.path,
    label: { en: 'Client groups', zh: '客户组', fr: 'Groupes de clients', ja: '顧客グループ' },
    allow: ['clients.view'],
    add: {
      label: { en: 'New group', zh: '新建客户组', fr: 'Nouveau groupe', ja: 'グループの新規登録' },
      allow: ['clients.add'],
    },
    edit: {
      label: { en: 'Edit group', zh: '编辑客户组', fr: 'Modifier le groupe', ja: 'グループの編集' },
      allow: ['clients.edit'],
    },
  }),
]);

export const widgets = declareWidgets([
  {
    id: 'enquiries-by-stage',
    label: { en: 'Enquiries', zh: '咨询', fr: 'Demandes', ja: '問い合わせ' },
    allow: [
      'enquiries.add',
      'enquiries.edit',
      'enquiries.delete',
      'enquiries.update_status',
      'enquiries.convert',
    ],
    size: 'half',
    dashboards: ['personal', 'firm'],
    order: 15,
    reads: `${dashboards.enquiries.path}?today={today}`,
  },
]);
