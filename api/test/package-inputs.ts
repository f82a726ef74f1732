import { uuidv7 } from 'uuidv7';

/** Inputs of the endpoints of packages; their service is unknown. */
export function ofPackages({ entityId }: { entityId: string }): Record<string, Record<string, unknown>> {
  const monthly = {
    name: `Package ${uuidv7()}`,
    entityId,
    cycle: 'monthly',
    currency: 'EUR',
    price: 100,
    services: [{ serviceId: uuidv7(), qty: '1', share: 100 }],
  };
  return {
    'packages.list': { pageSize: 5 },
    'packages.create': monthly,
    'packages.edit': { ...monthly, active: true },
  };
}
