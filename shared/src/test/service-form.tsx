import { screen } from '@testing-library/react';
import type { Service } from '@daybook/contracts/settings/services/services';
import type { renderScreen } from './render-screen.tsx';

export const taxCode = { id: '018f2b1c-0000-7000-8000-000000000800', label: 'VAT 20 %' };

/** The service that the form edits. */
export const saved: Service = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 1,
  name: 'Audit',
  department: null,
  sacHsn: null,
  unit: 'C62',
  price: null,
  currency: 'EUR',
  taxCode,
  incomeAccount: null,
  billingRule: null,
  active: true,
};

export const pickers = { find: () => [{ ...taxCode, more: {} }] };
export const nameField = () => screen.findByRole('textbox', { name: 'Name' });

export async function fillService(user: Awaited<ReturnType<typeof renderScreen>>['user']) {
  await user.type(await nameField(), 'Audit');
  await user.type(screen.getByRole('textbox', { name: 'Price' }), '1,234.5');
  await user.click(screen.getByRole('combobox', { name: 'Tax code' }));
  await user.click(await screen.findByText('VAT 20 %'));
}

export const atNewService = { path: '/services/add', route: '/services/add' };
export const atEditService = { path: `/services/edit/${saved.id}`, route: '/services/edit/:id' };
