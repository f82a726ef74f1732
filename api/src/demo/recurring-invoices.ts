import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays, firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { DemoClient } from './clients.ts';
import type { Demo, Person } from './demo.ts';
import { languageOf } from './service-catalogue.ts';
import { standardTax } from './services.ts';
import type { DemoService } from './services.ts';

type Given = InputOf<typeof recurringInvoices.create>;

/** The server’s date, which invoices created by a series bear. */
const serverToday = (): string => new Date().toISOString().slice(0, 10);
export const monthStart = (months: number): string => firstOfMonth(monthNumber(serverToday()) + months);

interface Retainer {
  title: string;
  rrule: string;
  periodOffset: -1 | 0;
  /** Months between its start and this month; so many of its last periods are invoiced. */
  began: number;
  invoiced: number;
  more?: Partial<Given>;
  upliftPct?: string;
}

const monthly = 'FREQ=MONTHLY;BYMONTHDAY=1';
const retainers: Retainer[] = [
  { title: 'Bookkeeping {month}', rrule: monthly, periodOffset: -1, began: 6, invoiced: 3, upliftPct: '5' },
  { title: 'Payroll {month}', rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1', periodOffset: 0, began: 4, invoiced: 2 },
  {
    title: 'Retainer {quarter} {fy}',
    rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1',
    periodOffset: 0,
    began: 6,
    invoiced: 1,
  },
  { title: 'Virtual CFO {month}', rrule: monthly, periodOffset: 0, began: 3, invoiced: 2, upliftPct: '8' },
  {
    title: 'Registered office {year}',
    rrule: 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1',
    periodOffset: 0,
    began: 0,
    invoiced: 0,
  },
  { title: 'Tax helpdesk {month}', rrule: 'FREQ=MONTHLY;BYDAY=1MO', periodOffset: -1, began: 5, invoiced: 2 },
  {
    title: 'Reporting pack {month}',
    rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    periodOffset: 0,
    began: 2,
    invoiced: 1,
    more: { ends: 'count', endsAfter: 12 },
  },
];

/** The number of invoices that they create. */
export const demoRecurringInvoices = retainers.reduce((sum, { invoiced }) => sum + invoiced, 0);

interface Firm {
  clients: readonly DemoClient[];
  services: readonly DemoService[];
  accountantOf: (client: DemoClient) => Person;
}

function givenOf(retainer: Retainer, client: DemoClient, service: DemoService, isToday: boolean): Given {
  const { entity, currency } = client;
  const startsOn = monthStart(-retainer.began);
  return {
    clientId: client.id,
    entityId: entity.record.id,
    title: retainer.title,
    rule: { rrule: retainer.rrule, periodOffset: retainer.periodOffset },
    startsOn,
    // In a firm that ends on another day, nothing is issued on the server’s date.
    mode: isToday && retainer.invoiced > 1 ? 'issue' : 'draft',
    currency,
    docLocale: languageOf[entity.country],
    lines: [
      {
        description: retainer.title,
        serviceId: service.record.id,
        sacHsn: service.sac ?? null,
        qty: '1',
        unit: 'E48',
        taxCodeId: entity.taxCodes.get(standardTax[entity.country]) ?? '',
        upliftPct: retainer.upliftPct ?? '0',
        // The first period may have begun before the series.
        prices: [
          {
            validFrom: monthStart(-retainer.began - 12),
            unitPrice: toDecimal(service.price as Minor, currency),
          },
        ],
      },
    ],
    ...retainer.more,
  };
}

/** Creates retainers for clients in the currency of their own office: some periods invoiced, some skipped; one paused, one with a new price. */
export async function makeRecurringInvoices(
  demo: Demo,
  { clients, services, accountantOf }: Firm,
): Promise<void> {
  const homely = clients.filter(({ entity, currency }) => entity.record.baseCurrency === currency);
  for (const [index, retainer] of retainers.entries()) {
    const client = homely[index % homely.length];
    const service = services.find(
      ({ country, every }) => country === client?.entity.country && every === 'month',
    );
    if (!client || !service) continue;
    const by = accountantOf(client);
    const given = givenOf(retainer, client, service, demo.today === serverToday());
    const { missed } = await by.call(recurringInvoices.previewInvoices, given);
    const create = missed.slice(Math.max(0, missed.length - retainer.invoiced)).map(({ nominal }) => nominal);
    const made = await by.call(recurringInvoices.create, {
      ...given,
      create: retainer.invoiced === 0 ? [] : create,
    });
    if (index === 1) await skipNext(by, made.id, made.version);
    if (index === 3)
      await by.call(
        recurringInvoices.pause,
        { id: made.id, reason: 'The client changes hands; the new owner decides' },
        made.version,
      );
  }
}

async function skipNext(by: Person, id: string, version: number): Promise<void> {
  const { next } = await by.call(recurringInvoices.upcomingInvoices, { id });
  const [, second, third] = next;
  if (!second || !third) return;
  const skipped = await by.call(
    recurringInvoices.skip,
    { id, nominal: second.nominal, reason: 'Free month agreed' },
    version,
  );
  await by.call(
    recurringInvoices.move,
    { id, nominal: third.nominal, dueOn: addDays(third.due, 3), reason: 'Their board meets first' },
    skipped.version,
  );
}
