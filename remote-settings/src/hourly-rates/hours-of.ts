import type { ChargeRate } from '@daybook/contracts/settings/hourly-rates/charge-rates';

/** The names of those whose hours a charge rate is for; null for all hours of the firm. */
export const hoursOf = ({
  client,
  service,
  person,
}: Pick<ChargeRate, 'client' | 'service' | 'person'>): string | null => {
  const names = [client, service, person].flatMap((one) => (one === null ? [] : [one.label]));
  return names.length === 0 ? null : names.join(' · ');
};
