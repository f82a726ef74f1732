import { services } from '@daybook/contracts/settings/services/services';
import type { Service } from '@daybook/contracts/settings/services/services';
import type { Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';
import { catalogue } from './service-catalogue.ts';
import type { Offer } from './service-catalogue.ts';
import type { departmentNames } from './staff.ts';

export interface DemoService extends Offer {
  country: Country;
  record: Service;
}

export const standardTax: Readonly<Record<Country, string>> = { IN: 'GST18', FR: 'FR-S', JP: 'JCT10' };

export async function makeServices(
  admin: Person,
  entities: readonly DemoEntity[],
  departmentIds: ReadonlyMap<(typeof departmentNames)[number], string>,
  incomeAccounts: ReadonlyMap<string, string>,
): Promise<DemoService[]> {
  const made: DemoService[] = [];
  for (const { country, record, taxCodes } of entities) {
    for (const offer of catalogue[country]) {
      const service = await admin.call(services.create, {
        name: offer.name,
        departmentId: departmentIds.get(offer.department),
        incomeAccountId: incomeAccounts.get(offer.department),
        sacHsn: offer.sac,
        unit: 'E48',
        price: offer.price,
        currency: record.baseCurrency,
        taxCodeId: taxCodes.get(standardTax[country]) ?? '',
      });
      made.push({ ...offer, country, record: service });
    }
  }
  return made;
}
