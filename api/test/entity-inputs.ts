import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';

type Given = InputOf<typeof billingEntities.create>;

/** The form of a new billing entity. */
export const dutch = (more: Partial<Given> = {}): Given => ({
  name: `Daybook ${uuidv7()}`,
  legalName: 'Daybook B.V.',
  country: 'NL',
  baseCurrency: 'EUR',
  fyStart: '01-01',
  timezone: 'Europe/Amsterdam',
  regime: 'EU',
  address: { line1: 'Herengracht 1', city: 'Amsterdam', postal: '1015 BA' },
  ...more,
});

export const indian = (more: Partial<Given> = {}): Given => ({
  ...dutch(),
  legalName: 'Daybook LLP',
  country: 'IN',
  baseCurrency: 'INR',
  fyStart: '04-01',
  timezone: 'Asia/Kolkata',
  regime: 'IN',
  address: { line1: 'MG Road 1', city: 'Mumbai', regionCode: 'IN-MH', postal: '400001' },
  ...more,
});
