import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import { declareScreens, listAndForm } from '@daybook/contracts/screens';

const permissions = { en: 'Permissions', zh: '权限', fr: 'Droits', ja: '権限' };

/** The screens of the firm’s people and their permissions. */
export const peopleScreens = declareScreens([
  ...listAndForm({
    id: 'managers',
    one: 'manager',
    path: 'managers',
    reads: managers.list.path,
    label: { en: 'Managers', zh: '主管', fr: 'Responsables', ja: '責任者' },
    allow: ['managers.add', 'managers.edit', 'managers.delete'],
    menu: { group: 'people', order: 10, icon: 'people' },
    add: {
      label: { en: 'New manager', zh: '新建主管', fr: 'Nouveau responsable', ja: '責任者の新規登録' },
      allow: ['managers.add'],
    },
    edit: {
      label: { en: 'Edit manager', zh: '编辑主管', fr: 'Modifier le responsable', ja: '責任者の編集' },
      allow: ['managers.edit'],
    },
  }),
  {
    id: 'manager-permissions',
    path: 'managers/permissions/:id',
    label: permissions,
    allow: ['users.manage_permissions'],
  },
  ...listAndForm({
    id: 'executives',
    one: 'executive',
    path: 'executives',
    reads: executives.list.path,
    label: { en: 'Executives', zh: '经办人', fr: 'Collaborateurs', ja: '実務担当' },
    allow: ['executives.add', 'executives.edit', 'executives.delete'],
    menu: { group: 'people', order: 20, icon: 'people' },
    add: {
      label: { en: 'New executive', zh: '新建经办人', fr: 'Nouveau collaborateur', ja: '実務担当の新規登録' },
      allow: ['executives.add'],
    },
    edit: {
      label: {
        en: 'Edit executive',
        zh: '编辑经办人',
        fr: 'Modifier le collaborateur',
        ja: '実務担当の編集',
      },
      allow: ['executives.edit'],
    },
  }),
  {
    id: 'executive-permissions',
    path: 'executives/permissions/:id',
    label: permissions,
    allow: ['users.manage_permissions'],
  },
  ...listAndForm({
    id: 'crms',
    one: 'crm',
    path: 'crms',
    reads: crms.list.path,
    label: { en: 'Relationship managers', zh: '客户经理', fr: 'Chargés de clientèle', ja: '顧客担当' },
    allow: ['crms.add', 'crms.edit', 'crms.delete'],
    menu: { group: 'people', order: 30, icon: 'people' },
    add: {
      label: {
        en: 'New relationship manager',
        zh: '新建客户经理',
        fr: 'Nouveau chargé de clientèle',
        ja: '顧客担当の新規登録',
      },
      allow: ['crms.add'],
    },
    edit: {
      label: {
        en: 'Edit relationship manager',
        zh: '编辑客户经理',
        fr: 'Modifier le chargé de clientèle',
        ja: '顧客担当の編集',
      },
      allow: ['crms.edit'],
    },
  }),
  {
    id: 'crm-permissions',
    path: 'crms/permissions/:id',
    label: permissions,
    allow: ['users.manage_permissions'],
  },
  ...listAndForm({
    id: 'admins',
    one: 'admin',
    path: 'admins',
    reads: admins.list.path,
    label: { en: 'Admins', zh: '管理员', fr: 'Administrateurs', ja: '管理者' },
    allow: 'super_admin',
    menu: { group: 'people', order: 40, icon: 'admins' },
    add: {
      label: { en: 'New admin', zh: '新建管理员', fr: 'Nouvel administrateur', ja: '管理者の新規登録' },
    },
    edit: {
      label: { en: 'Edit admin', zh: '编辑管理员', fr: 'Modifier l’administrateur', ja: '管理者の編集' },
    },
  }),
  {
    id: 'admin-permissions',
    path: 'admins/permissions/:id',
    label: permissions,
    allow: 'super_admin',
  },
]);
