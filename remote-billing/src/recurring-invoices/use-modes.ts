import {
  keysOfMode,
  recurringModes,
  type RecurringMode,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { useMay } from '@daybook/shared/session';

/** What a series of the reader may do by itself: no more than the reader by hand. */
export function useModes(): RecurringMode[] {
  const may = { 'invoices.add': useMay('invoices.add'), 'invoices.edit': useMay('invoices.edit') };
  return recurringModes.filter((mode) => keysOfMode[mode].every((key) => may[key]));
}
