import { z } from 'zod';
import { isPermission, permissions, type Permission } from './permissions.ts';

/** What a remote declares as data: the host draws menu and routes from it without loading any code (docs/rules.md#screens-are-data). */
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

/** Labels of the menu groups, in display order. */
export const menuGroups: Record<MenuGroup, Label> = {
  overview: { en: 'Overview', zh: '概览', fr: 'Vue d’ensemble', ja: '概要' },
  clients: { en: 'Clients', zh: '客户', fr: 'Clients', ja: '顧客' },
  work: { en: 'Work', zh: '工作', fr: 'Travaux', ja: '業務' },
  billing: { en: 'Billing', zh: '账务', fr: 'Facturation', ja: '請求' },
  reports: { en: 'Reports', zh: '报表', fr: 'Rapports', ja: 'レポート' },
  people: { en: 'People', zh: '人员', fr: 'Personnel', ja: 'ユーザー' },
  settings: { en: 'Settings', zh: '设置', fr: 'Paramètres', ja: '設定' },
};

/** Names of the menu icons, by meaning; the host draws them. */
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

/**
 * A screen is open to people with any of its permissions. Without permissions the user type decides: super admins, and
 * with `admin` admins too.
 */
const openings = ['signedIn', 'super_admin', 'admin'] as const;
const Allow = z.union([z.array(Key).min(1), z.enum(openings)]);

/** Literal parts and parameters only: a path that the router cannot read would break all routes. */
export const screenPath = /^(?:[\w-]+|:[a-z]\w*)(?:\/(?:[\w-]+|:[a-z]\w*))*$/i;
const Path = z.string().regex(screenPath);

export const Screen = z.object({
  id: z.string(),
  /** Relative to /app, in the form of react-router: `invoices/view-invoice/:id`. */
  path: Path,
  label,
  allow: Allow,
  /** True if the screen is only for people who see all clients, because actions on the screen reach all of them. */
  seesAll: z.boolean().optional(),
  /** Only screens with `menu` appear in the menu. */
  menu: z
    .strictObject({ group: z.enum(menuGroupNames), order: z.number(), icon: z.enum(menuIcons) })
    .optional(),
  /** The path of the endpoint that the list reads. It is requested while the code of the screen is still loading. */
  reads: z.string().startsWith('/').optional(),
  /** The id of the parent screen, if the address does not show it: the list of a record. */
  parent: z.string().optional(),
  /** Other addresses that lead to this screen. */
  aliases: z.array(Path).optional(),
});
export type Screen = z.infer<typeof Screen>;

export const dashboardNames = ['personal', 'firm', 'system'] as const;
/** `personal` shows the person's own work; `firm` needs dashboard.admin; `system` is for super admins. */
export type DashboardName = (typeof dashboardNames)[number];

const widgetSizes = ['third', 'half', 'full'] as const;

/** A card of a dashboard. The host arranges the cards, and a failed card does not affect the others. */
export const Widget = z.object({
  id: z.string(),
  label,
  allow: Allow,
  /** The share of the width that it takes on wide screens. */
  size: z.enum(widgetSizes),
  dashboards: z.array(z.enum(dashboardNames)).min(1),
  order: z.number(),
  /**
   * The path and the query of what the card reads, requested while its code is still loading. `{today}` stands for the day, `{mine}` for
   * whether the dashboard is the person's own.
   */
  reads: z.string().startsWith('/').optional(),
});
export type Widget = z.infer<typeof Widget>;

export const declareWidgets = <const Id extends string>(widgets: readonly (Widget & { id: Id })[]) => widgets;

/** Keeps the ids in the type, so that a remote with a missing or an extra screen does not compile. */
export const declareScreens = <const Id extends string>(screens: readonly (Screen & { id: Id })[]) => screens;

interface Form {
  label: Label;
  /** Who may open the form, if not everybody who may open the list. */
  allow?: Screen['allow'];
}

interface ListAndForm<List extends string, One extends string> extends Screen {
  id: List;
  /** The prefix of the form ids: `department` for `department-add` and `department-edit`. */
  one: One;
  add: Form;
  edit: Form;
}

/** The usual three screens of a record: the list, and the add and edit forms under its address. */
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
  /** The lowest host contract that the remote works with: `^1.0.0`. */
  contract: z.string().regex(/^\^\d+\.\d+\.\d+$/),
  screens: z.array(Screen),
  widgets: z.array(Widget),
});
export type Screens = z.infer<typeof Screens>;

/** All declared values that this host understands. A release compares them with those of each remote (`wordsOf`). */
export const wordsOfHost = (): string[] => [
  ...openings.map((one) => `allow ${one}`),
  ...permissions.map((one) => `key ${one}`),
  ...menuGroupNames.map((one) => `menu group ${one}`),
  ...menuIcons.map((one) => `menu icon ${one}`),
  ...widgetSizes.map((one) => `size ${one}`),
  ...dashboardNames.map((one) => `dashboard ${one}`),
];
