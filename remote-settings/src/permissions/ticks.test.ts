import { permissions, presets, type Permission } from '@daybook/contracts/permissions';
import {
  branchesOf,
  checksOf,
  differenceOf,
  leavesBelow,
  onTopOf,
  risksOf,
  shownOf,
  startFrom,
  textOf,
  tick,
  tickTree,
  untick,
} from './ticks.ts';
import { texts as own } from '../test/texts.ts';

const all = new Set(permissions);
const of = (...keys: Permission[]): ReadonlySet<Permission> => new Set(keys);
const node = (key: string) => {
  const found = branchesOf(tickTree).find((one) => one.key === key);
  if (found === undefined) throw new Error(`no node ${key}`);
  return found;
};
const textAt = (path: string) =>
  path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], own.en);

describe('the tree of permissions', () => {
  it('has each of the 62 permissions once, in order', () => {
    expect(tickTree.flatMap(leavesBelow)).toEqual(permissions);
    expect(permissions).toHaveLength(62);
  });

  it('has texts for every section, group and permission', () => {
    const nodes = [...branchesOf(tickTree), ...permissions.map((key) => ({ key }))];
    expect(nodes.map(textOf).filter((path) => typeof textAt(path) !== 'string')).toEqual([]);
  });

  it('names no group twice: one that is alone in its section, or has one permission, is left out', () => {
    expect(node('section:tasks').below.map(({ key }) => key)).toContain('tasks.create');
    expect(node('section:people').below.map(({ key }) => key)).toEqual([
      'users.manage_permissions',
      'group:managers',
      'group:executives',
      'group:crms',
      'group:clients',
    ]);
  });

  it('ticks a complete branch and half ticks an incomplete one', () => {
    const ticks = of('receipts.add', 'receipts.view', 'invoices.view', 'setting');
    const { checked, halfChecked } = checksOf(tickTree, ticks);
    expect(checked.toSorted()).toEqual([
      'group:receipts',
      'invoices.view',
      'receipts.add',
      'receipts.view',
      'section:setting',
      'setting',
    ]);
    expect(halfChecked.toSorted()).toEqual(['group:invoices', 'section:billing']);
  });

  it('shows matches, with the branches above them', () => {
    const shown = shownOf(tickTree, ({ key }) => key === 'receipts.add' || key === 'section:reports');
    expect(shown.map(({ key }) => key)).toEqual(['section:billing', 'section:reports']);
    expect(shown.flatMap(leavesBelow)).toEqual([
      'receipts.add',
      'reports.client_ledgers',
      'reports.user_ledgers',
      'reports.collection_report',
    ]);
  });
});

describe('ticking', () => {
  it('ticks view with any other permission of the group', () => {
    expect([...tick(of(), ['invoices.add'], all)].toSorted()).toEqual(['invoices.add', 'invoices.view']);
  });

  it('ticks conversion with any permission of Enquiries, and lets it be unticked', () => {
    const ticks = tick(of(), ['enquiries.add'], all);
    expect(ticks).toEqual(of('enquiries.add', 'enquiries.convert'));
    const without = untick(ticks, ['enquiries.convert'], all);
    expect(without).toEqual(of('enquiries.add'));
    expect(tick(without, ['enquiries.add'], all)).toEqual(of('enquiries.add'));
  });

  it('never changes a permission that the editor may not give or take', () => {
    const grantable = of('tasks.create');
    expect(tick(of(), leavesBelow(node('section:tasks')), grantable)).toEqual(of('tasks.create'));
    expect(untick(of('tasks.create', 'tasks.view'), leavesBelow(node('section:tasks')), grantable)).toEqual(
      of('tasks.view'),
    );
  });
});

describe('a preset or a colleague’s permissions', () => {
  it('replace all permissions that the editor may give', () => {
    expect(startFrom(of('setting'), presets.executive.keys, all)).toEqual(new Set(presets.executive.keys));
  });

  it('are limited to the permissions that the editor may give, and leave the others', () => {
    const grantable = of('tasks.view', 'clients.view', 'invoices.add');
    expect(startFrom(of('setting', 'invoices.add'), presets.executive.keys, grantable)).toEqual(
      of('setting', 'tasks.view', 'clients.view'),
    );
  });
});

describe('the list of changes', () => {
  it('has the order of the tree', () => {
    expect(differenceOf(of('setting', 'tasks.view'), of('clients.view', 'enquiries.add', 'setting'))).toEqual(
      {
        added: ['enquiries.add', 'clients.view'],
        removed: ['tasks.view'],
      },
    );
  });

  it('is applied on top of what another person saved meanwhile', () => {
    const mine = differenceOf(of('tasks.view', 'setting'), of('tasks.view', 'clients.view'));
    expect(onTopOf(of('tasks.view', 'setting', 'packages'), mine, all)).toEqual(
      of('tasks.view', 'packages', 'clients.view'),
    );
    expect(onTopOf(of('setting'), mine, of('tasks.view'))).toEqual(of('setting'));
  });
});

describe('risks', () => {
  it('are pairs that one person should not hold together', () => {
    expect(risksOf(of('expenses.add', 'receipts.add'))).toEqual([]);
    expect(risksOf(of('expenses.add', 'expenses.edit', 'receipts.add', 'credit_notes.add'))).toEqual([
      'expenses',
      'receipts',
    ]);
    expect(risksOf(of('users.manage_permissions'))).toEqual(['permissions']);
  });
});
