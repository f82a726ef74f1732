import { uuidv7 } from 'uuidv7';

/** Inputs of the endpoints of packages, subscriptions and price rises; their service, their package and their series are unknown. */
export function ofPackages({
  entityId,
  clientId,
}: {
  entityId: string;
  clientId: string;
}): Record<string, Record<string, unknown>> {
  const monthly = {
    name: `Package ${uuidv7()}`,
    entityId,
    cycle: 'monthly',
    currency: 'EUR',
    price: 100,
    services: [{ serviceId: uuidv7(), qty: '1', share: 100 }],
  };
  const applied = { packageId: uuidv7(), startsOn: '2030-01-01' };
  const letter = { subject: 'Our prices', body: '{{prices}}' };
  const texts = { en: letter, zh: letter, fr: letter, ja: letter };
  const changed = { packageId: uuidv7(), from: '2030-01-01' };
  return {
    'packages.list': { pageSize: 5 },
    'packages.create': monthly,
    'packages.edit': { ...monthly, active: true },
    'price_rises.list': { pageSize: 5 },
    'price_rises.create': { ids: [uuidv7()], percent: '5', from: '2030-01-01' },
    'price_rises.items': { pageSize: 5 },
    'price_rises.letters': { pageSize: 5 },
    'price_rises.previewLetter': { clientId, entityId, texts },
    'price_rises.sendLetters': { texts },
    'recurring_revenue.list': { filter: { by: 'department' } },
    'subscriptions.list': { pageSize: 5 },
    'enquiries.previewPackage': { clientId, package: applied },
    'subscriptions.preview': { clientId, ...applied },
    'subscriptions.apply': { clientId, ...applied },
    'subscriptions.applyToMany': { ids: [clientId], ...applied },
    'subscriptions.pause': { reason: 'No work this year' },
    'subscriptions.changePrice': { from: '2030-01-01', upliftPct: '3' },
    'subscriptions.previewChange': changed,
    'subscriptions.change': changed,
    'subscriptions.end': { on: '2030-01-01' },
    'subscriptions.previewLatestVersion': { from: '2030-01-01' },
    'subscriptions.bringToLatestVersion': { from: '2030-01-01' },
  };
}
