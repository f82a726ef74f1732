// Runs alone: what the page knows of its first address and of its person is read once.

import { renderHook } from '@testing-library/react';
import type { Permission, Scope } from '@daybook/contracts/permissions';
import { profileAtom, store } from '@daybook/shared/session';
import { someone } from '@daybook/shared/test/render-screen';
import { mayOpen } from '@daybook/shared/may-open';
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
  it('opens a screen to people with any of its permissions', () => {
    expect(mayOpen(['receipts.add', 'receipts.view'], holder('receipts.view'))).toBe(true);
  });

  it('keeps it closed to people without one', () => {
    expect(mayOpen(['receipts.add'], holder('receipts.view'))).toBe(false);
  });

  it('opens a screen to everyone who is signed in, if the screen declares that', () => {
    expect(mayOpen('signedIn', holder())).toBe(true);
  });

  it('opens screens for super admins to them only, whatever permissions a person holds', () => {
    expect(mayOpen('super_admin', holder('users.manage_permissions'))).toBe(false);
    expect(mayOpen('super_admin', superAdmin)).toBe(true);
  });

  it('opens screens for admins by user type', () => {
    expect([asType('manager'), asType('admin'), asType('super_admin')]).toEqual([false, true, true]);
    localStorage.clear();
  });

  it('opens screens about all clients only to people who see all clients', () => {
    expect([opensToScope('all'), opensToScope('team')]).toEqual([true, false]);
  });

  it('opens everything to a super admin', () => {
    expect(mayOpen(['receipts.add'], superAdmin)).toBe(true);
  });
});
