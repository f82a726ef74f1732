import {
  recurringInvoices,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';

/** A series with the steps of its kind. */
export const stepped = ({ id, version, title }: RecurringInvoice, mayEdit: boolean): SteppedSeries => ({
  id,
  version,
  title,
  mayEdit,
  steps: recurringInvoices,
});
