import type { Permission } from '@daybook/contracts/permissions';

/** Who may open a recurring task, and a recurring invoice. */
export const taskSeriesKeys = [
  'recurring_tasks.create',
  'recurring_tasks.edit',
  'recurring_tasks.delete',
] as const satisfies Permission[];
export const invoiceSeriesKeys = [
  'recurring_invoices.add',
  'recurring_invoices.edit',
  'recurring_invoices.delete',
] as const satisfies Permission[];

/** Who may open an enquiry. */
export const enquiryKeys = [
  'enquiries.add',
  'enquiries.edit',
  'enquiries.delete',
  'enquiries.update_status',
  'enquiries.convert',
] as const satisfies Permission[];
