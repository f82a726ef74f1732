import { renderHook } from '@testing-library/react';
import type { Permission, Scope } from '@daybook/contracts/permissions';
import { profileAtom, store } from '@daybook/shared/session';
import { someone } from '@daybook/shared/test/render-screen';
import { mayOpen } from './role-gate.ts';
import { useMayOpenScreen } from './screen-gate.ts';

const holder =
  (...held: Permission[]) =>
  (...wanted: Permission[]) =>
    wanted.some((key) => held.includes(key));
const superAdmin = () => true;

const asType = (userType: string): boolean => {
  localStorage.setItem('user_type', userType);
  return mayOpen('admin', userType === 'super_admin' ? superAdmin : holder('dashboard.admin'));
};

const opensToScope = (scope: Scope): boolean => {
  const roles: Permission[] = ['recurring_tasks.edit'];
  const user = { ...someone, userType: 'manager' as const, roles, scope };
  store.set(profileAtom, { user, roles, halfCheckedRoles: [] });
  const { result, unmount } = renderHook(() => useMayOpenScreen());
  unmount();
  return result.current({ allow: roles, seesAll: true });
};

describe('mayOpen', () => {
  it('opens to a holder of any of the permissions', () => {
    expect(mayOpen(['receipts.add', 'receipts.view'], holder('receipts.view'))).toBe(true);
  });

  it('stays closed without one', () => {
    expect(mayOpen(['receipts.add'], holder('receipts.view'))).toBe(false);
  });

  it('opens to everyone signed in where the screen declares it', () => {
    expect(mayOpen('signedIn', holder())).toBe(true);
  });

  it('keeps the screens of super admins to them, whatever permissions a person holds', () => {
    expect(mayOpen('super_admin', holder('users.manage_permissions'))).toBe(false);
    expect(mayOpen('super_admin', superAdmin)).toBe(true);
  });

  it('keeps the screens of admins to them, by their user type', () => {
    expect([asType('manager'), asType('admin'), asType('super_admin')]).toEqual([false, true, true]);
    localStorage.clear();
  });

  it('keeps a screen over all clients to people who see them all', () => {
    expect([opensToScope('all'), opensToScope('team')]).toEqual([true, false]);
  });

  it('opens all to a super admin', () => {
    expect(mayOpen(['receipts.add'], superAdmin)).toBe(true);
  });
});
