/**
 * The tree of the 62 permissions (docs/rules.md#permissions-are-leaves). It types `allow`, fills the permissions screen,
 * and is what the server checks.
 */
export const permissionTree = [
  { section: 'dashboards', groups: [{ group: 'dashboard', leaves: ['admin'] }] },
  {
    section: 'enquiries',
    groups: [{ group: 'enquiries', leaves: ['add', 'edit', 'delete', 'update_status', 'convert'] }],
  },
  {
    section: 'tasks',
    groups: [{ group: 'tasks', leaves: ['create', 'edit', 'delete', 'view', 'generate_invoice'] }],
  },
  {
    section: 'recurring_tasks',
    groups: [{ group: 'recurring_tasks', leaves: ['create', 'edit', 'delete'] }],
  },
  {
    section: 'billing',
    groups: [
      { group: 'invoices', leaves: ['add', 'edit', 'delete', 'view'] },
      { group: 'recurring_invoices', leaves: ['add', 'edit', 'delete'] },
      { group: 'pending_invoices', leaves: [] },
      { group: 'receipts', leaves: ['add', 'view'] },
      { group: 'credit_notes', leaves: ['add', 'edit'] },
      { group: 'expenses', leaves: ['add', 'edit', 'delete'] },
    ],
  },
  {
    section: 'reports',
    groups: [{ group: 'reports', leaves: ['client_ledgers', 'user_ledgers', 'collection_report'] }],
  },
  {
    section: 'followup',
    groups: [{ group: 'followup', leaves: ['client_outstanding_report', 'follow_up', 'history'] }],
  },
  {
    section: 'people',
    groups: [
      { group: 'users', leaves: ['manage_permissions'] },
      { group: 'managers', leaves: ['add', 'edit', 'delete'] },
      { group: 'executives', leaves: ['add', 'edit', 'delete'] },
      { group: 'crms', leaves: ['add', 'edit', 'delete'] },
      { group: 'clients', leaves: ['add', 'edit', 'delete', 'view', 'deactivate', 'import'] },
    ],
  },
  { section: 'setting', groups: [{ group: 'setting', leaves: [] }] },
  {
    section: 'settings',
    groups: [
      { group: 'departments', leaves: [] },
      { group: 'services', leaves: [] },
      { group: 'recurring_task_categories', leaves: ['add', 'edit', 'delete'] },
      { group: 'task_categories', leaves: [] },
      { group: 'billing_entity', leaves: ['add', 'edit', 'delete'] },
      { group: 'packages', leaves: [] },
    ],
  },
] as const;

type Group = (typeof permissionTree)[number]['groups'][number];
type LeafOf<G> = G extends { group: infer N extends string; leaves: readonly (infer L extends string)[] }
  ? [L] extends [never]
    ? N
    : `${N}.${L}`
  : never;

/** A permission, such as `receipts.add`. A group without leaves is itself a permission (`services`). */
export type Permission = LeafOf<Group>;

const leavesOf = (group: Group): Permission[] =>
  (group.leaves.length === 0
    ? [group.group]
    : group.leaves.map((leaf) => `${group.group}.${leaf}`)) as Permission[];

export const permissions: readonly Permission[] = permissionTree.flatMap((section) =>
  section.groups.flatMap((group) => leavesOf(group)),
);

const known: ReadonlySet<string> = new Set(permissions);
export const isPermission = (key: string): key is Permission => known.has(key);

/** Amounts, fees and ledgers are visible only with one of these (docs/rules.md#money-permissions). */
export const moneyPermissions = [
  'invoices.view',
  'pending_invoices',
  'receipts.view',
  'reports.client_ledgers',
  'reports.user_ledgers',
  'reports.collection_report',
  'followup.follow_up',
  'followup.client_outstanding_report',
] as const satisfies Permission[];

export const userTypes = ['super_admin', 'admin', 'manager', 'executive', 'crm', 'client'] as const;
export type UserType = (typeof userTypes)[number];
/** The user types of the firm's staff. */
export const staffTypes = userTypes.filter((type) => type !== 'client');

export const scopes = ['all', 'department', 'team', 'own'] as const;
export type Scope = (typeof scopes)[number];

/**
 * The role lists that the browser stores (docs/rules.md#permissions-are-leaves): fully granted groups and sections in
 * `roles`, partly granted ones in `halfCheckedRoles`.
 */
export function roleLists(granted: ReadonlySet<string>): { roles: string[]; halfCheckedRoles: string[] } {
  const roles = new Set<string>();
  const half = new Set<string>();
  const weigh = (key: string, leaves: readonly string[]) => {
    const held = leaves.filter((leaf) => granted.has(leaf)).length;
    if (held === leaves.length) roles.add(key);
    else if (held > 0) half.add(key);
  };
  for (const section of permissionTree) {
    for (const group of section.groups) {
      const leaves = leavesOf(group);
      for (const leaf of leaves) if (granted.has(leaf)) roles.add(leaf);
      weigh(group.group, leaves);
    }
    weigh(
      section.section,
      section.groups.flatMap((group) => leavesOf(group)),
    );
  }
  return { roles: [...roles], halfCheckedRoles: [...half] };
}

/**
 * Adds the implied permissions: a group's `view` with any permission of the group (docs/rules.md#reading-a-group), and
 * `convert` with any of Enquiries (docs/rules.md#permissions-are-leaves).
 */
export function withImpliedPermissions(keys: readonly Permission[]): Permission[] {
  const all = new Set<Permission>(keys);
  for (const key of keys) {
    const view = `${key.split('.')[0]}.view`;
    if (isPermission(view)) all.add(view);
    if (key.startsWith('enquiries.')) all.add('enquiries.convert');
  }
  return permissions.filter((key) => all.has(key));
}

const group = (...names: string[]) => permissions.filter((key) => names.includes(key.split('.')[0] ?? ''));

/** The scope and permissions of a new user of each type (docs/rules.md#presets). */
export const presets: Record<UserType, { scope: Scope; keys: readonly Permission[] }> = {
  super_admin: { scope: 'all', keys: permissions },
  admin: { scope: 'all', keys: permissions },
  manager: {
    scope: 'department',
    keys: [
      ...group(
        'enquiries',
        'tasks',
        'recurring_tasks',
        'receipts',
        'reports',
        'followup',
        'pending_invoices',
      ),
      'invoices.add',
      'invoices.edit',
      'invoices.view',
      'recurring_invoices.add',
      'recurring_invoices.edit',
      'credit_notes.add',
      'expenses.add',
      'expenses.edit',
      'clients.add',
      'clients.edit',
      'clients.view',
    ],
  },
  executive: {
    scope: 'own',
    keys: ['tasks.edit', 'tasks.view', 'expenses.add', 'followup.history', 'clients.view'],
  },
  crm: {
    scope: 'own',
    keys: [
      ...group('enquiries', 'followup'),
      'tasks.create',
      'tasks.view',
      'invoices.view',
      'receipts.view',
      'reports.client_ledgers',
      'clients.add',
      'clients.edit',
      'clients.view',
    ],
  },
  client: { scope: 'own', keys: [] },
};
