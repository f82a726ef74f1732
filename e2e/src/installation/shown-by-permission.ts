import type { Permission } from '@daybook/contracts/permissions';

/** A `menuitem` is in the menu of further actions of a record. */
type Role = 'link' | 'button' | 'textbox' | 'menuitem';

/** A screen in the menu, by its id. */
interface ShownScreen {
  screen: string;
}

/** An element of a page that opens without this permission too. */
export interface ShownPart {
  /** The path below /app; the part after `?` opens a drawer over a list. */
  at: string;
  role: Role;
  /** The key of the element's text, or the name of the record it leads to. */
  name: string;
  /** Which record to open, if it is not the one that belongs to the path. */
  record?: string;
  /** Another permission that shows the same; the person does not have it. */
  otherwise?: Permission;
}

const screen = (id: string): ShownScreen => ({ screen: id });
const part = (at: string, role: Role, name: string, record?: string): ShownPart => ({
  at,
  role,
  name,
  ...(record !== undefined && { record }),
});

/**
 * What each permission shows on the screens; a walk of the API tests what its endpoints refuse. A new permission does not compile without
 * a line here.
 */
export const shownByPermission: Record<Permission, ShownScreen | ShownPart> = {
  'dashboard.admin': part('dashboards/default', 'link', 'host:dashboard.firm'),
  'enquiries.add': part('enquiries', 'link', 'crm:enquiry.add'),
  'enquiries.edit': part('enquiries/edit', 'textbox', 'crm:enquiry.company'),
  'enquiries.delete': part('enquiries/edit', 'menuitem', 'crm:action.remove'),
  'enquiries.update_status': part('enquiries/edit', 'button', 'crm:move.contacted'),
  'enquiries.convert': part('enquiries/edit', 'button', 'crm:move.won'),
  'tasks.create': part('tasks', 'link', 'tasks:add'),
  'tasks.edit': part('tasks/view-task', 'link', 'tasks:edit'),
  'tasks.delete': part('tasks/view-task', 'menuitem', 'tasks:remove'),
  'tasks.view': screen('tasks'),
  'tasks.generate_invoice': part('tasks/view-task', 'link', 'tasks:makeInvoice', 'a finished task'),
  'recurring_tasks.create': part('recurring_tasks', 'link', 'tasks:series.add'),
  'recurring_tasks.edit': part('recurring_tasks/edit', 'button', 'series:pause'),
  'recurring_tasks.delete': part('recurring_tasks/edit', 'menuitem', 'tasks:remove'),
  'invoices.add': part('invoices', 'link', 'billing:invoice.new'),
  'invoices.edit': part('invoices/view-invoice', 'link', 'billing:edit', 'a draft invoice'),
  'invoices.delete': part('invoices/view-invoice', 'menuitem', 'billing:remove.verb', 'a draft invoice'),
  'invoices.view': screen('invoices'),
  'recurring_invoices.add': part('recurring_invoices', 'link', 'billing:recurring.add'),
  'recurring_invoices.edit': part('recurring_invoices/edit', 'button', 'series:pause'),
  'recurring_invoices.delete': part('recurring_invoices/edit', 'menuitem', 'billing:recurring.remove'),
  pending_invoices: screen('pending-invoices'),
  'receipts.add': part('receipts', 'link', 'billing:receipt.new'),
  'receipts.view': screen('receipts'),
  'credit_notes.add': part('credit_nots', 'link', 'billing:credit.new'),
  'credit_notes.edit': part('credit_nots/view-credit-note', 'link', 'billing:edit', 'a draft credit note'),
  'expenses.add': part('expenses', 'button', 'billing:expense.new'),
  'expenses.edit': part('expenses', 'button', 'billing:expense.categories'),
  'expenses.delete': part('expenses?expense=', 'button', 'billing:expenseStep.remove', 'a draft expense'),
  'reports.client_ledgers': screen('client-ledgers'),
  'reports.user_ledgers': screen('user-ledgers'),
  'reports.collection_report': screen('collection-report'),
  'followup.client_outstanding_report': screen('outstanding'),
  'followup.follow_up': screen('follow-up'),
  'followup.history': {
    ...part('view-client', 'link', 'crm:action.followUp'),
    otherwise: 'followup.follow_up',
  },
  'users.manage_permissions': part('managers', 'link', 'settings:person.permissions'),
  'managers.add': part('managers', 'link', 'settings:staff.managers.add'),
  'managers.edit': part('managers', 'link', 'Quincey'),
  'managers.delete': part('managers/edit', 'menuitem', 'settings:delete'),
  'executives.add': part('executives', 'link', 'settings:staff.executives.add'),
  'executives.edit': part('executives', 'link', 'Renfield'),
  'executives.delete': part('executives/edit', 'menuitem', 'settings:delete'),
  'crms.add': part('crms', 'link', 'settings:staff.crms.add'),
  'crms.edit': part('crms', 'link', 'Lucy'),
  'crms.delete': part('crms/edit', 'menuitem', 'settings:delete'),
  'clients.add': part('clients', 'link', 'crm:client.add'),
  'clients.edit': part('view-client', 'link', 'crm:action.edit'),
  'clients.delete': part('view-client', 'menuitem', 'crm:action.remove'),
  'clients.view': screen('clients'),
  'clients.deactivate': part('view-client', 'menuitem', 'crm:action.deactivate'),
  'clients.import': screen('opening-balances'),
  setting: screen('settings-home'),
  departments: screen('departments'),
  services: screen('services'),
  'recurring_task_categories.add': part(
    'settings/recurring_task_categories',
    'link',
    'settings:recurringCategory.add',
  ),
  'recurring_task_categories.edit': part('settings/recurring_task_categories', 'link', 'Yearly return'),
  'recurring_task_categories.delete': part(
    'settings/recurring_task_categories/edit',
    'button',
    'settings:delete',
  ),
  task_categories: screen('task-categories'),
  'billing_entity.add': part('settings/billing_entity', 'link', 'settings:entity.add'),
  'billing_entity.edit': part('settings/billing_entity', 'link', 'Mumbai office'),
  'billing_entity.delete': part('settings/billing_entity/edit', 'button', 'settings:delete'),
  packages: screen('packages'),
};
