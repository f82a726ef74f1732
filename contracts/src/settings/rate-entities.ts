import type { Entity } from '../entity.ts';

/** The rates of currencies and of hours. */
export const rateEntities = {
  exchange_rate: {
    list: 'settings/exchange_rates',
    add: 'settings/exchange_rates/add',
    record: 'settings/exchange_rates/edit/:id',
    allow: ['setting'],
    history: true,
    unique: { exchange_rate_day: 'date' },
  },
  charge_rate: {
    list: 'settings/charge_rates',
    add: 'settings/charge_rates/add',
    record: 'settings/charge_rates/edit/:id',
    allow: ['services'],
    history: true,
  },
  cost_rate: {
    list: 'settings/cost_rates',
    add: 'settings/cost_rates/add',
    record: 'settings/cost_rates/edit/:id',
    allow: 'admin',
    history: true,
  },
} as const satisfies Record<string, Entity>;
