import { z } from 'zod';
import { isPermission, permissions, type Permission } from './permissions.ts';

/** What a remote tells about itself as data: the host draws menu and routes from it without loading any code (docs/rules.md#screens-are-data). */
const label = z.object({ en: z.string(), zh: z.string(), fr: z.string(), ja: z.string() });
export type Label = z.infer<typeof label>;

export const menuGroupNames = [
  'overview',
  'clients',
  'work',
  'billing',
  'reports',
  'people',
  'settings',
] as const;
export type MenuGroup = (typeof menuGroupNames)[number];

/** Labels of the menu's groups, in the order they are shown. */
export const menuGroups: Record<MenuGroup, Label> = {
  overview: { en: 'Overview', zh: '概览', fr: 'Vue d’ensemble', ja: '概要' },
  clients: { en: 'Clients', zh: '客户', fr: 'Clients', ja: '顧客' },
  work: { en: 'Work', zh: '工作', fr: 'Travaux', ja: '業務' },
  billing: { en: 'Billing', zh: '账务', fr: 'Facturation', ja: '請求' },
  reports: { en: 'Reports', zh: '报表', fr: 'Rapports', ja: 'レポート' },
  people: { en: 'People', zh: '人员', fr: 'Personnel', ja: 'ユーザー' },
  settings: { en: 'Settings', zh: '设置', fr: 'Paramètres', ja: '設定' },
};

/** Names of menu icons, by meaning; the host draws them. */
export const menuIcons = [
  'overview',
  'enquiries',
  'clients',
  'tasks',
  'recurring',
  'time',
  'pending',
  'invoices',
  'receipts',
  'creditNotes',
  'expenses',
  'ledger',
  'report',
  'followUp',
  'people',
  'admins',
  'departments',
  'services',
  'packages',
  'categories',
  'billingEntity',
  'settings',
] as const;
export type MenuIcon = (typeof menuIcons)[number];

const Key = z.custom<Permission>((value) => typeof value === 'string' && isPermission(value));

/** Any of the keys opens it; without keys, by who a person is: super admins, and with `admin` the admins too. */
const openings = ['signedIn', 'super_admin', 'admin'] as const;
const Allow = z.union([z.array(Key).min(1), z.enum(openings)]);

/** Literal parts and parameters, and nothing else: what the router cannot read would leave nobody a page. */
export const screenPath = /^(?:[\w-]+|:[a-z]\w*)(?:\/(?:[\w-]+|:[a-z]\w*))*$/i;
const Path = z.string().regex(screenPath);

export const Screen = z.object({
  id: z.string(),
  /** Below /app, as react-router writes it: `invoices/view-invoice/:id`. */
  path: Path,
  label,
  allow: Allow,
  /** Only for who sees all clients: what is done there reaches all of them. */
  seesAll: z.boolean().optional(),
  /** Only screens with it are in the menu. */
  menu: z
    .strictObject({ group: z.enum(menuGroupNames), order: z.number(), icon: z.enum(menuIcons) })
    .optional(),
  /** Path of the endpoint that its list is read from: asked while the code of the screen is still on its way. */
  reads: z.string().startsWith('/').optional(),
  /** Id of the screen it belongs to where its address does not say so: the list of a record. */
  parent: z.string().optional(),
  /** Other spellings of the address that lead here. */
  aliases: z.array(Path).optional(),
});
export type Screen = z.infer<typeof Screen>;

export const dashboardNames = ['personal', 'firm', 'system'] as const;
/** One's own work; the firm's, under dashboard.admin; the installation itself, the super admin's. */
export type DashboardName = (typeof dashboardNames)[number];

const widgetSizes = ['third', 'half', 'full'] as const;

/** A card of a dashboard. The host lays them out and keeps the failure of one to itself. */
export const Widget = z.object({
  id: z.string(),
  label,
  allow: Allow,
  /** How much of the width it takes where there is room. */
  size: z.enum(widgetSizes),
  dashboards: z.array(z.enum(dashboardNames)).min(1),
  order: z.number(),
});
export type Widget = z.infer<typeof Widget>;

export const declareWidgets = <const Id extends string>(widgets: readonly (Widget & { id: Id })[]) => widgets;

/** Keeps the ids as a type, so that a remote which maps one too few or one too many does not compile. */
export const declareScreens = <const Id extends string>(screens: readonly (Screen & { id: Id })[]) => screens;

interface Form {
  label: Label;
  /** Who may open it, where that is not whoever may open the list. */
  allow?: Screen['allow'];
}

interface ListAndForm<List extends string, One extends string> extends Screen {
  id: List;
  /** The ids of the forms begin with it: `department` for `department-add` and `department-edit`. */
  one: One;
  add: Form;
  edit: Form;
}

/** The three screens of most records: the list, and below its address the forms that add and edit one. */
export function listAndForm<const List extends string, const One extends string>({
  one,
  add,
  edit,
  ...list
}: ListAndForm<List, One>) {
  const form = <const Step extends string>(step: Step, below: string, { label: named, allow }: Form) => ({
    id: `${one}-${step}` as const,
    path: `${list.path}/${below}`,
    label: named,
    allow: allow ?? list.allow,
    ...(list.aliases && { aliases: list.aliases.map((alias) => `${alias}/${below}`) }),
  });
  return [list, form('add', 'add', add), form('edit', 'edit/:id', edit)] as const;
}

export const Screens = z.object({
  remote: z.string(),
  /** The lowest contract of the host that will do: `^1.0.0`. */
  contract: z.string().regex(/^\^\d+\.\d+\.\d+$/),
  screens: z.array(Screen),
  widgets: z.array(Widget),
});
export type Screens = z.infer<typeof Screens>;

/** All that a host understands of what remotes declare; a release compares it with what each of them says (`wordsOf`). */
export const wordsOfHost = (): string[] => [
  ...openings.map((one) => `allow ${one}`),
  ...permissions.map((one) => `key ${one}`),
  ...menuGroupNames.map((one) => `menu group ${one}`),
  ...menuIcons.map((one) => `menu icon ${one}`),
  ...widgetSizes.map((one) => `size ${one}`),
  ...dashboardNames.map((one) => `dashboard ${one}`),
];
