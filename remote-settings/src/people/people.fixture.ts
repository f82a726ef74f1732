import { screen } from '@testing-library/react';
import type { StaffMember } from '@daybook/contracts/people/staff';
import en from '../locales/en.json';

export const audit = { id: '018f2b1c-0000-7000-8000-000000000d01', label: 'Audit' };
export const mina: StaffMember = {
  id: '018f2b1c-0000-7000-8000-000000000a01',
  version: 4,
  userType: 'manager',
  name: 'Mina Harker',
  email: 'mina@example.com',
  phone: null,
  departments: [audit],
  manager: null,
  scope: 'department',
  locale: 'en',
  joinedOn: '2024-04-01',
  leftOn: null,
  status: 'active',
  hasTotp: true,
  lastSignInAt: null,
};
export const lucy = { id: '018f2b1c-0000-7000-8000-000000000a02', label: 'Lucy' };
export const link = 'https://daybook.test/auth/link#one-time';
export const texts = { settings: en };
export const pickers = {
  find: () => [
    { ...audit, more: {} },
    { ...lucy, more: {} },
    { id: mina.id, label: 'Mina Harker', more: {} },
  ],
};
export const button = (name: string) => screen.getByRole('button', { name });
