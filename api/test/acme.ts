import { uuidv7 } from 'uuidv7';

/** The input of a client: the required fields only, and all fields. */
export const acmeOf = (crmId: string, entityId: string) => {
  const acme = () => ({
    name: `Acme ${uuidv7()}`,
    kind: 'company' as const,
    crmId,
    defaultEntityId: entityId,
    taxTreatment: 'registered' as const,
  });
  const whole = () => ({
    ...acme(),
    legalName: 'Acme Holdings',
    sortName: 'アクメ',
    tags: ['audit'],
    withholdingRate: '10.0',
    creditLimit: 500_000,
    contacts: [
      {
        name: 'Ada Lovelace',
        email: 'Ada@Acme.example',
        roles: ['billing' as const],
        sendInvoices: 'to' as const,
        sendProformas: 'cc' as const,
        sendReminders: 'to' as const,
        sendStatements: 'none' as const,
      },
      { name: 'Bob', phone: '+33123456789' },
    ],
    addresses: [
      {
        kind: 'billing' as const,
        line1: '1 MG Road',
        city: 'Pune',
        regionCode: 'IN-MH',
        postal: '411001',
        country: 'IN',
      },
    ],
    registrations: [{ scheme: 'FR:SIREN' as const, value: '732 829 320' }],
  });
  return { acme, whole };
};
