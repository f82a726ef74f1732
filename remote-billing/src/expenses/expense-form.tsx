import { useTranslation } from 'react-i18next';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ExpenseFields } from './expense-fields.tsx';

interface ExpenseFormProps {
  /** The expense to edit; without it, the form enters a new one. */
  expense?: Expense;
  onSaved: (saved: Expense) => void;
  onClose: () => void;
}

const width = 760;

/** Enters an expense, or edits a draft. */
export function ExpenseForm({ expense, onSaved, onClose }: ExpenseFormProps) {
  const { t } = useTranslation('billing');
  const shared = {
    width,
    verb: t('invoice.saveDraft'),
    onSaved: (saved: Expense) => {
      notify.success(t('expense.saved'));
      onSaved(saved);
    },
    onClose,
  };
  if (expense === undefined) {
    return (
      <FormDialog
        {...shared}
        title={t('expense.new')}
        endpoint={expenses.create}
        initial={{ expenseDate: today(), paidBy: 'person', taxRecoverable: true }}
      >
        <ExpenseFields file={null} />
      </FormDialog>
    );
  }
  const { id, version } = expense;
  return (
    <FormDialog
      {...shared}
      title={t('expense.editTitle', { what: expense.description })}
      endpoint={expenses.edit}
      initial={fieldsOf(expense)}
      fixed={{ id }}
      version={version}
    >
      <ExpenseFields file={expense.attachment} />
    </FormDialog>
  );
}

const fieldsOf = (expense: Expense) => ({
  entityId: expense.entity.id,
  expenseDate: expense.expenseDate,
  categoryId: expense.category.id,
  description: expense.description,
  supplier: expense.supplier,
  reference: expense.reference,
  gross: expense.gross,
  taxAmount: expense.tax,
  taxRecoverable: expense.taxRecoverable,
  paidBy: expense.paidBy,
  claimantId: expense.claimant.id,
  clientId: expense.client?.id ?? null,
  taskId: expense.task?.id ?? null,
  billable: expense.billable,
  pureAgent: expense.pureAgent,
  chargeAmount: expense.pureAgent ? null : expense.chargeAmount,
  taxCodeId: expense.pureAgent ? null : (expense.taxCode?.id ?? null),
  attachmentId: expense.attachment?.id ?? null,
});
