import type { InputOf } from '@daybook/contracts/endpoint';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { toDecimal } from '@daybook/contracts/money/money';
import { convert, minor } from '@daybook/contracts/money/money';
import { addDays, daysBetween } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import { monthBefore, monthName, workday } from './days.ts';
import type { Random } from './random.ts';
import { languageOf } from './service-catalogue.ts';
import type { DemoService } from './services.ts';

type Given = InputOf<typeof invoices.create>;
type Line = Given['lines'][number];

/** The tax code of a client’s treatment, if it is not the service’s own. */
const taxOfTreatment: Readonly<Record<string, string>> = {
  'FR:eu_b2b': 'EU-AE',
  'FR:overseas': 'EU-O',
  'JP:overseas': 'JCT-G',
};

function taxCodeOf({ entity, market }: DemoClient, service: DemoService): string {
  const code = taxOfTreatment[`${entity.country}:${market.treatment}`];
  return (code && entity.taxCodes.get(code)) || service.record.taxCode.id;
}

/** From 70 to 160 percent of the service’s price, in the client’s currency. */
function priceFor(random: Random, { currency, fxRate, entity }: DemoClient, price: number): string {
  const asked = Math.round((price * random.int(70, 160)) / 100);
  const base = entity.record.baseCurrency;
  if (currency === base) return toDecimal(minor(asked), base);
  return toDecimal(convert(minor(asked), base, currency, String(1 / Number(fxRate)).slice(0, 12)), currency);
}

function lineOf(random: Random, client: DemoClient, service: DemoService, issueDate: string): Line {
  const month = monthName(monthBefore(issueDate).from, languageOf[client.entity.country]);
  return {
    description: service.every === 'month' ? `${service.name} – ${month}` : service.name,
    serviceId: service.record.id,
    sacHsn: service.sac,
    qty: random.chance(0.85) ? '1' : random.pick(['2', '3', '1.5']),
    unitPrice: priceFor(random, client, service.price),
    taxCodeId: taxCodeOf(client, service),
    discountPct: random.chance(0.08) ? random.pick(['5', '10']) : null,
  };
}

/** Plans an invoice that is written by hand, with one to four lines. */
export function planInvoice(
  random: Random,
  { client, services, today }: { client: DemoClient; services: readonly DemoService[]; today: string },
): Given {
  const offers = services.filter(({ country }) => country === client.entity.country);
  const first = client.since > addDays(today, -360) ? client.since : addDays(today, -360);
  const issueDate = workday(addDays(first, random.int(0, Math.max(0, daysBetween(first, today) - 4))));
  const chosen = random.sample(offers, random.pick([1, 1, 2, 2, 3, 4]));
  if (chosen.length === 0) throw new Error(`${client.entity.country} sells nothing`);
  return {
    entityId: client.entity.record.id,
    clientId: client.id,
    issueDate,
    dueDate: addDays(issueDate, client.termsDays),
    currency: client.currency,
    fxRate: client.fxRate,
    docLocale: client.market.language,
    poNo: random.chance(0.1) ? `PO-${random.int(1000, 9999)}` : null,
    discountPct: random.chance(0.04) ? '5' : null,
    withholdingCodeId: client.withholds ? client.entity.withholdingCodeId : null,
    terms: client.entity.record.defaultTerms,
    lines: chosen.map((service) => lineOf(random, client, service, issueDate)),
  };
}
