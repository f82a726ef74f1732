import {
  recurringInvoices,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';

/** A recurring invoice with the endpoints that the shared series components need. */
export const stepped = ({ id, version, title }: RecurringInvoice, mayEdit: boolean): SteppedSeries => ({
  id,
  version,
  title,
  mayEdit,
  steps: recurringInvoices,
});
