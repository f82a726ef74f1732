import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { ApiClient } from './api-client.ts';
import type { Masters } from './masters.ts';

/** A recurring invoice that has not created anything yet. */
const monthlyInvoice = (api: ApiClient, { entityId, taxCodeId }: Masters, clientId: string) =>
  api(recurringInvoices.create, {
    clientId,
    entityId,
    title: 'Statutory bookkeeping and reporting {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' },
    startsOn: '2099-01-01',
    currency: 'INR',
    docLocale: 'en',
    lines: [
      {
        description: 'Bookkeeping {month}',
        qty: '1',
        taxCodeId,
        sacHsn: '998221',
        prices: [{ validFrom: '2099-01-01', unitPrice: '5000' }],
      },
    ],
  });

/** A recurring invoice and the plan of a price rise for it, by the paths of their screens. */
export async function invoiceAndRise(api: ApiClient, masters: Masters, clientId: string) {
  const { id } = await monthlyInvoice(api, masters, clientId);
  const rise = await api(priceRises.create, { ids: [id], filter: {}, percent: '4', from: '2099-07-01' });
  return { 'recurring_invoices/edit': id, 'recurring_invoices/price_rises': rise.id };
}

/** A filing that is due on the 20th of each month, for the month before. */
export const monthlyFiling = (api: ApiClient) =>
  api(recurringTaskCategories.create, {
    name: 'GSTR-3B',
    titleTemplate: 'GSTR-3B {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', shift: 'next', leadDays: 10, periodOffset: -1 },
    checklist: [{ title: 'Reconcile with GSTR-2B', mandatory: true, offsetDays: -5 }],
  });

/** A recurring task that has not created anything yet. */
export async function monthlyTask(api: ApiClient, clientId: string) {
  const { id: categoryId, titleTemplate: title, rule } = await monthlyFiling(api);
  return api(recurringTasks.create, { clientId, categoryId, title, rule, startsOn: '2099-01-01' });
}

/** A task category, a category of recurring tasks with the holiday calendar that it uses, and a package with both. */
export async function makeCategories(api: ApiClient, serviceId: string, entityId: string) {
  const calendar = await api(holidayCalendars.create, {
    name: 'India, Maharashtra',
    country: 'IN',
    regionCode: 'IN-MH',
  });
  await api(
    holidayCalendars.addDay,
    { id: calendar.id, day: '2099-01-26', name: 'Republic Day' },
    calendar.version,
  );
  const once = await api(taskCategories.create, { name: 'Visa papers', serviceId });
  const yearly = await api(recurringTaskCategories.create, {
    name: 'Yearly return',
    serviceId,
    titleTemplate: 'Return {fy}',
    rule: { rrule: 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=30', shift: 'previous', calendarId: calendar.id },
    statutory: true,
    jurisdiction: 'IN',
  });
  const sold = await api(packages.create, {
    name: 'Small company',
    entityId,
    cycle: 'monthly',
    currency: 'INR',
    price: 1_250_000,
    services: [{ serviceId, qty: '1', share: 1_250_000 }],
    laterPrices: [{ validFrom: '2099-04-01', price: 1_400_000 }],
    recurringTasks: [{ categoryId: yearly.id }],
    tasks: [{ categoryId: once.id, offsetDays: 7 }],
  });
  return {
    'settings/packages/edit': sold.id,
    'settings/holiday_calendars/edit': calendar.id,
    'settings/task_categories/edit': once.id,
    'settings/recurring_task_categories/edit': yearly.id,
  };
}
