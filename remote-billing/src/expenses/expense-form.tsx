import { useTranslation } from 'react-i18next';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { unqualifiedShare } from '@daybook/contracts/billing/expenses/unqualified-share';
import { inputComponentNames, proposeRate } from '@daybook/contracts/money/input-tax';
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
        initial={{ expenseDate: today(), paidBy: 'person', taxRecoverable: true, qualifiedIssuer: true }}
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

/** A row that would be proposed again is left out, so that it follows the amounts. */
const isUsual = ({ inputTax, supplierTaxId, reverseCharge }: Expense): boolean => {
  const [row, ...others] = inputTax ?? [];
  if (row?.category !== 'S' || others.length > 0 || reverseCharge) return false;
  const isIndian = row.components.some(({ name }) => name.endsWith('GST'));
  return (!isIndian || supplierTaxId === null) && proposeRate(row.net, row.tax, [row.rate]) === row.rate;
};

/** The only row has all of the expense, and taxes of several are kept. */
const ratesOf = (expense: Expense) => {
  const rows = isUsual(expense) ? [] : (expense.inputTax ?? []);
  return rows.map(({ rate, category, net, tax, components }) => ({
    rate,
    category,
    net: rows.length === 1 ? null : net,
    tax: rows.length === 1 ? null : tax,
    components: components.length === 0 ? null : namesOf(components),
  }));
};

const namesOf = (components: readonly { name: string }[]) =>
  inputComponentNames.filter((name) => components.some((one) => one.name === name));

/** The share that a person entered; the usual one of the date is proposed again. */
const ownShareOf = ({ qualifiedIssuer, recoverablePct, expenseDate }: Expense): string | null =>
  qualifiedIssuer === false && recoverablePct !== unqualifiedShare(expenseDate) ? recoverablePct : null;

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
  supplierCountry: expense.supplierCountry,
  supplierTaxId: expense.supplierTaxId,
  reverseCharge: expense.reverseCharge,
  inputTax: ratesOf(expense),
  qualifiedIssuer: expense.qualifiedIssuer ?? true,
  recoverablePct: ownShareOf(expense),
  paidBy: expense.paidBy,
  claimantId: expense.claimant.id,
  clientId: expense.client?.id ?? null,
  taskId: expense.task?.id ?? null,
  departmentId: expense.ownDepartment?.id ?? null,
  billable: expense.billable,
  pureAgent: expense.pureAgent,
  chargeAmount: expense.pureAgent ? null : expense.chargeAmount,
  taxCodeId: expense.pureAgent ? null : (expense.taxCode?.id ?? null),
  attachmentId: expense.attachment?.id ?? null,
});
