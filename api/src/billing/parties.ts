import type { Party } from '@daybook/contracts/billing/invoice-record';
import { needsRegion, regionName } from '@daybook/contracts/regions';

export interface Address {
  line1: string;
  line2?: string | null;
  city?: string | null;
  regionCode?: string | null;
  postal?: string | null;
  country: string;
}

export interface Registration {
  scheme: string;
  value: string;
}

/** The region is part of an address where the law turns on it. */
function addressLines(address: Address | null): string[] {
  if (address === null) return [];
  const state = needsRegion(address.country) && address.regionCode ? regionName(address.regionCode) : null;
  const town = [address.postal, address.city].filter(Boolean).join(' ');
  return [address.line1, address.line2, [town, state].filter(Boolean).join(', ')].filter(
    (line): line is string => Boolean(line),
  );
}

/** A client as a document names it, copied when the document is made. */
export const clientParty = (client: {
  name: string;
  legalName: string | null;
  address: Address | null;
  registrations: Registration[];
}): Party => ({
  name: client.legalName ?? client.name,
  lines: addressLines(client.address),
  country: client.address?.country ?? '',
  registrations: client.registrations.map(({ scheme, value }) => ({ scheme, value })),
});

export const entityParty = (entity: {
  legalName: string;
  country: string;
  address: Address;
  registrations: Registration[];
}): Party => ({
  name: entity.legalName,
  lines: addressLines(entity.address),
  country: entity.country,
  registrations: entity.registrations.map(({ scheme, value }) => ({ scheme, value })),
});
