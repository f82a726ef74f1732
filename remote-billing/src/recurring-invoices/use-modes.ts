import {
  keysOfMode,
  recurringModes,
  type RecurringMode,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { useMay } from '@daybook/shared/session';

/** The modes that this person may choose. A series may do no more than the person may do by hand. */
export function useModes(): RecurringMode[] {
  const may = { 'invoices.add': useMay('invoices.add'), 'invoices.edit': useMay('invoices.edit') };
  return recurringModes.filter((mode) => keysOfMode[mode].every((key) => may[key]));
}
