import {
  permissionTree,
  permissions,
  withImpliedPermissions,
  type Permission,
} from '@daybook/contracts/permissions';

// The logic of the permissions screen, without its components.

export type Ticks = ReadonlySet<Permission>;

/** A single permission, or a group or section with the nodes below it. */
export interface TickNode {
  key: string;
  leaf?: Permission;
  below: readonly TickNode[];
}

type Section = (typeof permissionTree)[number];

const leafNode = (key: string): TickNode => ({ key, leaf: key as Permission, below: [] });

function groupNode({ group, leaves }: Section['groups'][number]): TickNode {
  const below = leaves.map((leaf) => leafNode(`${group}.${leaf}`));
  // A group with one permission would only repeat it.
  return below.length > 1 ? { key: `group:${group}`, below } : (below[0] ?? leafNode(group));
}

function sectionNode({ section, groups }: Section): TickNode {
  const nodes = groups.map(groupNode);
  const [only] = nodes;
  // A section with one group would only repeat the group.
  const below = nodes.length === 1 && only !== undefined && only.below.length > 0 ? only.below : nodes;
  return { key: `section:${section}`, below };
}

export const tickTree: readonly TickNode[] = permissionTree.map(sectionNode);

/** The text key of a node's label. */
export function textOf({ key }: Pick<TickNode, 'key'>): string {
  const [kind, name] = key.split(':');
  return name === undefined ? `permission.leaf.${key}` : `permission.${kind}.${name}`;
}

export const leavesBelow = ({ leaf, below }: TickNode): Permission[] =>
  leaf === undefined ? below.flatMap(leavesBelow) : [leaf];

export const branchesOf = (nodes: readonly TickNode[]): TickNode[] =>
  nodes.flatMap((node) => (node.leaf === undefined ? [node, ...branchesOf(node.below)] : []));

/** Matching nodes with everything below them, and the branches that lead to them. */
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

/** A branch is checked if all permissions shown below it are, and half-checked if only some are. */
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

/** Ticks permissions and those they imply, as far as the reader may grant them. */
export function tick(ticks: Ticks, leaves: readonly Permission[], grantable: Ticks): Ticks {
  const added = leaves.filter((leaf) => grantable.has(leaf) && !ticks.has(leaf));
  const implied = withImpliedPermissions(added).filter((leaf) => grantable.has(leaf));
  return new Set([...ticks, ...implied]);
}

export const untick = (ticks: Ticks, leaves: readonly Permission[], grantable: Ticks): Ticks =>
  new Set([...ticks].filter((leaf) => !leaves.includes(leaf) || !grantable.has(leaf)));

/** Replaces the ticks by a preset or a colleague's permissions. Permissions that the reader may not grant or revoke stay unchanged. */
export const startFrom = (ticks: Ticks, wanted: readonly Permission[], grantable: Ticks): Ticks =>
  new Set([
    ...[...ticks].filter((leaf) => !grantable.has(leaf)),
    ...wanted.filter((leaf) => grantable.has(leaf)),
  ]);

export interface Difference {
  added: readonly Permission[];
  removed: readonly Permission[];
}

/** Both lists are in the order of the tree. */
export const differenceOf = (saved: Ticks, ticks: Ticks): Difference => ({
  added: permissions.filter((leaf) => ticks.has(leaf) && !saved.has(leaf)),
  removed: permissions.filter((leaf) => !ticks.has(leaf) && saved.has(leaf)),
});

/** The reader's own changes, applied to what somebody else has saved in the meantime. */
export const onTopOf = (theirs: Ticks, { added, removed }: Difference, grantable: Ticks): Ticks =>
  untick(new Set([...theirs, ...added.filter((leaf) => grantable.has(leaf))]), removed, grantable);

/** A person with all permissions of a set can do alone what two people should do (docs/rules.md#separation-of-duties). */
const risky = {
  expenses: ['expenses.add', 'expenses.edit'],
  receipts: ['receipts.add', 'credit_notes.add'],
  permissions: ['users.manage_permissions'],
} as const satisfies Record<string, readonly Permission[]>;
export type Risk = keyof typeof risky;

export const risksOf = (ticks: Ticks): Risk[] =>
  (Object.keys(risky) as Risk[]).filter((risk) => risky[risk].every((leaf) => ticks.has(leaf)));
