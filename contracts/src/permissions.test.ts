import { permissions, permissionTree, presets, roleLists, withImpliedPermissions } from './permissions.ts';

describe('the permission tree', () => {
  it('has 62 different leaves', () => {
    expect(new Set(permissions).size).toBe(62);
  });

  it('never uses one name for a section and for another section’s group', () => {
    for (const section of permissionTree) {
      for (const other of permissionTree) {
        if (other === section) continue;
        expect(other.groups.map((group) => group.group)).not.toContain(section.section);
      }
    }
  });

  it('lists whole groups among the roles and partly granted ones among the half-checked', () => {
    const lists = roleLists(new Set(['receipts.add', 'receipts.view', 'invoices.view']));
    expect(lists.roles).toEqual(
      expect.arrayContaining(['receipts.add', 'receipts.view', 'receipts', 'invoices.view']),
    );
    expect(lists.roles).not.toContain('invoices');
    expect(lists.halfCheckedRoles.toSorted()).toEqual(['billing', 'invoices']);
  });

  it('grants nothing for the name of a group', () => {
    expect(roleLists(new Set(['billing', 'invoices'])).roles).toEqual([]);
  });

  it('implies view with any permission of a group that has one, and convert with any of Enquiries', () => {
    expect(withImpliedPermissions(['invoices.add', 'enquiries.add'])).toEqual([
      'enquiries.add',
      'enquiries.convert',
      'invoices.add',
      'invoices.view',
    ]);
  });

  it('gives admins every permission', () => {
    expect(presets.admin.keys).toEqual(permissions);
  });

  it('includes the implied permissions in every preset', () => {
    for (const preset of Object.values(presets)) {
      expect(withImpliedPermissions(preset.keys)).toHaveLength(preset.keys.length);
    }
  });
});
