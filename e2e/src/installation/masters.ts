import { lookups } from '@daybook/contracts/lookups';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import type { ApiClient } from './api-client.ts';

export interface Masters {
  entityId: string;
  taxCodeId: string;
  withholdingCodeId: string;
  exchangeRateId: string;
  chargeRateId: string;
  costRateId: string;
  /** The account of audit fees. */
  accountId: string;
  /** Ids by name: `Audit` costs 50,000.00, `Bookkeeping` 12,000.00, `Filing` 500.00. */
  serviceIds: Readonly<Record<string, string>>;
}

const prices = { Audit: 50_000_00, Bookkeeping: 12_000_00, Filing: 500_00 };
export const office = 'Mumbai office';

/** An office in Mumbai that bills in rupees, with three services at 18 % GST. */
export async function makeMasters(api: ApiClient): Promise<Masters> {
  const entity = await api(billingEntities.create, {
    name: office,
    legalName: 'Daybook LLP',
    country: 'IN',
    baseCurrency: 'INR',
    fyStart: '04-01',
    timezone: 'Asia/Kolkata',
    regime: 'IN',
    address: { line1: 'MG Road 1', city: 'Mumbai', regionCode: 'IN-MH', postal: '400001' },
    registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
  });
  const { rows } = await api(taxCodes.list, { q: 'GST18' });
  const taxCodeId = rows.find(({ code }) => code === 'GST18')?.id ?? '';
  const withholding = await api(withholdingCodes.create, {
    section: '194J',
    name: 'Professional fees',
    currency: 'INR',
    base: 'net',
    counting: 'year',
    roundTo: 'whole',
    roundDir: 'nearest',
    rate: '10',
    validFrom: '2020-04-01',
    threshold: 30_000_00,
  });
  const rate = await api(exchangeRates.create, {
    from: 'USD',
    to: 'INR',
    date: '2026-01-01',
    rate: '89.87',
    source: 'FBIL',
  });
  const account = await api(ledgerAccounts.create, { code: '4010', name: 'Audit fees', type: 'income' });
  const serviceIds: Record<string, string> = {};
  for (const [name, price] of Object.entries(prices)) {
    const made = await api(services.create, {
      name,
      taxCodeId,
      price,
      currency: 'INR',
      sacHsn: '998221',
      incomeAccountId: name === 'Audit' ? account.id : null,
    });
    serviceIds[name] = made.id;
  }
  const hour = { currency: 'INR', rate: 2_500_00, validFrom: '2026-01-01' } as const;
  const charged = await api(chargeRates.create, hour);
  const [person] = await api(lookups.find, { kind: 'person' });
  const cost = await api(costRates.create, { ...hour, rate: 900_00, personId: person?.id ?? '' });
  return {
    entityId: entity.id,
    accountId: account.id,
    taxCodeId,
    withholdingCodeId: withholding.id,
    exchangeRateId: rate.id,
    chargeRateId: charged.id,
    costRateId: cost.id,
    serviceIds,
  };
}
