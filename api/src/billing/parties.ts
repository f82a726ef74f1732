import type { Party } from '@daybook/contracts/billing/invoices';

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

const addressLines = (address: Address | null): string[] =>
  address
    ? [address.line1, address.line2, [address.postal, address.city].filter(Boolean).join(' ')].filter(
        (line): line is string => Boolean(line),
      )
    : [];

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
