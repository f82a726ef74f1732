import {
  permissionTree,
  permissions,
  withImpliedPermissions,
  type Permission,
} from '@daybook/contracts/permissions';

// What is ticked on the permissions screen, without the screen.

export type Ticks = ReadonlySet<Permission>;

/** A leaf by its own key, or a group or section with what is below it. */
export interface TickNode {
  key: string;
  leaf?: Permission;
  below: readonly TickNode[];
}

type Section = (typeof permissionTree)[number];

const leafNode = (key: string): TickNode => ({ key, leaf: key as Permission, below: [] });

function groupNode({ group, leaves }: Section['groups'][number]): TickNode {
  const below = leaves.map((leaf) => leafNode(`${group}.${leaf}`));
  // A group of one leaf would only repeat it.
  return below.length > 1 ? { key: `group:${group}`, below } : (below[0] ?? leafNode(group));
}

function sectionNode({ section, groups }: Section): TickNode {
  const nodes = groups.map(groupNode);
  const [only] = nodes;
  // So would a section's only group.
  const below = nodes.length === 1 && only !== undefined && only.below.length > 0 ? only.below : nodes;
  return { key: `section:${section}`, below };
}

export const tickTree: readonly TickNode[] = permissionTree.map(sectionNode);

/** What a node is called, below `permission` among the texts. */
export function textOf({ key }: Pick<TickNode, 'key'>): string {
  const [kind, name] = key.split(':');
  return name === undefined ? `permission.leaf.${key}` : `permission.${kind}.${name}`;
}

export const leavesBelow = ({ leaf, below }: TickNode): Permission[] =>
  leaf === undefined ? below.flatMap(leavesBelow) : [leaf];

export const branchesOf = (nodes: readonly TickNode[]): TickNode[] =>
  nodes.flatMap((node) => (node.leaf === undefined ? [node, ...branchesOf(node.below)] : []));

/** What matches, with all below it and what leads to it. */
export function shownOf(
  nodes: readonly TickNode[],
  matches: (node: TickNode) => boolean,
): readonly TickNode[] {
  return nodes.flatMap((node) => {
    if (matches(node)) return [node];
    const below = shownOf(node.below, matches);
    return below.length > 0 ? [{ ...node, below }] : [];
  });
}

/** A branch is checked when all that is shown below it is, and half-checked when some is. */
export function checksOf(nodes: readonly TickNode[], ticks: Ticks) {
  const checked: string[] = nodes.flatMap(leavesBelow).filter((leaf) => ticks.has(leaf));
  const halfChecked: string[] = [];
  for (const branch of branchesOf(nodes)) {
    const leaves = leavesBelow(branch);
    const held = leaves.filter((leaf) => ticks.has(leaf)).length;
    if (held === leaves.length) checked.push(branch.key);
    else if (held > 0) halfChecked.push(branch.key);
  }
  return { checked, halfChecked };
}

/** Ticks what may be given, and what goes with it. */
export function tick(ticks: Ticks, leaves: readonly Permission[], grantable: Ticks): Ticks {
  const added = leaves.filter((leaf) => grantable.has(leaf) && !ticks.has(leaf));
  const implied = withImpliedPermissions(added).filter((leaf) => grantable.has(leaf));
  return new Set([...ticks, ...implied]);
}

export const untick = (ticks: Ticks, leaves: readonly Permission[], grantable: Ticks): Ticks =>
  new Set([...ticks].filter((leaf) => !leaves.includes(leaf) || !grantable.has(leaf)));

/** A preset or a colleague's permissions in the place of these; what may not be given or taken stays as it is. */
export const startFrom = (ticks: Ticks, wanted: readonly Permission[], grantable: Ticks): Ticks =>
  new Set([
    ...[...ticks].filter((leaf) => !grantable.has(leaf)),
    ...wanted.filter((leaf) => grantable.has(leaf)),
  ]);

export interface Difference {
  added: readonly Permission[];
  removed: readonly Permission[];
}

/** In the order of the tree. */
export const differenceOf = (saved: Ticks, ticks: Ticks): Difference => ({
  added: permissions.filter((leaf) => ticks.has(leaf) && !saved.has(leaf)),
  removed: permissions.filter((leaf) => !ticks.has(leaf) && saved.has(leaf)),
});

/** One's own changes on top of what another person has saved meanwhile. */
export const onTopOf = (theirs: Ticks, { added, removed }: Difference, grantable: Ticks): Ticks =>
  untick(new Set([...theirs, ...added.filter((leaf) => grantable.has(leaf))]), removed, grantable);

/** A person with all of these permissions can do alone what two people should do (docs/rules.md#separation-of-duties). */
const risky = {
  expenses: ['expenses.add', 'expenses.edit'],
  receipts: ['receipts.add', 'credit_notes.add'],
  permissions: ['users.manage_permissions'],
} as const satisfies Record<string, readonly Permission[]>;
export type Risk = keyof typeof risky;

export const risksOf = (ticks: Ticks): Risk[] =>
  (Object.keys(risky) as Risk[]).filter((risk) => risky[risk].every((leaf) => ticks.has(leaf)));
