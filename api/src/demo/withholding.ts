import type { InputOf } from '@daybook/contracts/endpoint';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import type { Person } from './demo.ts';
import type { Country } from './entities.ts';

type Rate = Omit<InputOf<typeof withholdingCodes.addRate>, 'id'>;
interface Law {
  code: Omit<InputOf<typeof withholdingCodes.create>, keyof Rate>;
  rates: readonly [Rate, ...Rate[]];
}

/** What clients of a country must withhold from a firm’s fees; French clients withhold nothing. */
const laws: Partial<Record<Country, Law>> = {
  IN: {
    code: {
      section: '194J',
      name: 'Fees for professional services',
      currency: 'INR',
      base: 'net',
      counting: 'year',
      roundTo: 'whole',
      roundDir: 'nearest',
    },
    rates: [
      { validFrom: '2020-04-01', rate: '10', threshold: 30_000_00 },
      { validFrom: '2025-04-01', rate: '10', threshold: 50_000_00 },
    ],
  },
  JP: {
    code: {
      section: '204条1項2号',
      name: '税理士等の報酬',
      currency: 'JPY',
      base: 'net',
      counting: 'payment',
      roundTo: 'whole',
      roundDir: 'down',
    },
    rates: [{ validFrom: '2013-01-01', rate: '10.21', tiers: [{ above: 1_000_000, rate: '20.42' }] }],
  },
};

/** Creates the withholding code of a country with its dated rates; returns null if its law has none. */
export async function makeWithholding(admin: Person, country: Country): Promise<string | null> {
  const law = laws[country];
  if (law === undefined) return null;
  const [first, ...later] = law.rates;
  let { id, version } = await admin.call(withholdingCodes.create, { ...law.code, ...first });
  for (const rate of later) {
    ({ id, version } = await admin.call(withholdingCodes.addRate, { id, ...rate }, version));
  }
  return id;
}
