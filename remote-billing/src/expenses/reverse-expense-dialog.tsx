import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { nameOf } from './expense-words.ts';

const Field = fieldOf(expenses.reverse);

/** Undoes an approval; says what becomes of what a client was to be charged. */
export function ReverseExpenseDialog({ expense, onClose }: { expense: Expense; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, version, billable, gross, currency } = expense;
  return (
    <FormDialog
      title={t('expense.reverseQuestion', { what: nameOf(expense), amount: amountText(gross, currency) })}
      consequence={t(billable ? 'expense.reverseBilled' : 'expense.reverseMeans')}
      endpoint={expenses.reverse}
      initial={{ date: today() }}
      fixed={{ id }}
      version={version}
      verb={t('expenseStep.reverse')}
      isDangerous
      onSaved={() => {
        notify.success(t('expense.reversed'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
