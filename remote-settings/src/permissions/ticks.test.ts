import { permissions, presets, type Permission } from '@daybook/contracts/permissions';
import en from '../locales/en.json';
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

const all = new Set(permissions);
const of = (...keys: Permission[]): ReadonlySet<Permission> => new Set(keys);
const node = (key: string) => {
  const found = branchesOf(tickTree).find((one) => one.key === key);
  if (found === undefined) throw new Error(`no node ${key}`);
  return found;
};
const textAt = (path: string) =>
  path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], en);

describe('the tree of permissions', () => {
  it('has all 62 leaves, each once and in order', () => {
    expect(tickTree.flatMap(leavesBelow)).toEqual(permissions);
    expect(permissions).toHaveLength(62);
  });

  it('has words for every section, group and leaf', () => {
    const nodes = [...branchesOf(tickTree), ...permissions.map((key) => ({ key }))];
    expect(nodes.map(textOf).filter((path) => typeof textAt(path) !== 'string')).toEqual([]);
  });

  it('names no group twice: one that is alone in its section, or has one leaf, is left out', () => {
    expect(node('section:tasks').below.map(({ key }) => key)).toContain('tasks.create');
    expect(node('section:people').below.map(({ key }) => key)).toEqual([
      'users.manage_permissions',
      'group:managers',
      'group:executives',
      'group:crms',
      'group:clients',
    ]);
  });

  it('checks a branch that is whole and half-checks one that is not', () => {
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

  it('shows what matches, with what leads to it', () => {
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
  it('ticks view with another leaf of the group', () => {
    expect([...tick(of(), ['invoices.add'], all)].toSorted()).toEqual(['invoices.add', 'invoices.view']);
  });

  it('ticks conversion with any leaf of Enquiries, and it can be taken off again', () => {
    const ticks = tick(of(), ['enquiries.add'], all);
    expect(ticks).toEqual(of('enquiries.add', 'enquiries.convert'));
    const without = untick(ticks, ['enquiries.convert'], all);
    expect(without).toEqual(of('enquiries.add'));
    expect(tick(without, ['enquiries.add'], all)).toEqual(of('enquiries.add'));
  });

  it('never changes what may not be given or taken', () => {
    const grantable = of('tasks.create');
    expect(tick(of(), leavesBelow(node('section:tasks')), grantable)).toEqual(of('tasks.create'));
    expect(untick(of('tasks.create', 'tasks.view'), leavesBelow(node('section:tasks')), grantable)).toEqual(
      of('tasks.view'),
    );
  });
});

describe('starting from a preset or a colleague', () => {
  it('takes the place of all that may be given, as it stands', () => {
    expect(startFrom(of('setting'), presets.executive.keys, all)).toEqual(new Set(presets.executive.keys));
  });

  it('is cut to what may be given, and leaves the rest', () => {
    const grantable = of('tasks.view', 'clients.view', 'invoices.add');
    expect(startFrom(of('setting', 'invoices.add'), presets.executive.keys, grantable)).toEqual(
      of('setting', 'tasks.view', 'clients.view'),
    );
  });
});

describe('what changed', () => {
  it('is listed in the order of the tree', () => {
    expect(differenceOf(of('setting', 'tasks.view'), of('clients.view', 'enquiries.add', 'setting'))).toEqual(
      {
        added: ['enquiries.add', 'clients.view'],
        removed: ['tasks.view'],
      },
    );
  });

  it('is kept on top of what another person saved meanwhile', () => {
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
