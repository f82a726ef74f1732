import { minor } from '@daybook/contracts/money/money';
import type { Service } from '@daybook/contracts/settings/services/services';

export const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A service to fill a list with. */
export const service = (n: number, patch: Partial<Service> = {}): Service => ({
  id: idOf(n),
  version: 1,
  name: `Service ${n}`,
  department: { id: idOf(900), label: 'Tax' },
  sacHsn: null,
  unit: 'C62',
  price: minor(123_450),
  currency: 'EUR',
  taxCode: { id: idOf(800), label: 'VAT 20 %' },
  incomeAccount: null,
  billingRule: null,
  active: true,
  ...patch,
});

/** A page of them, the only one unless it has cursors. */
export const pageOf = (rows: Service[], cursors: { next?: string; previous?: string } = {}) => ({
  rows,
  pageSize: 20,
  next: cursors.next ?? null,
  previous: cursors.previous ?? null,
});
