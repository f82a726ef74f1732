import { useTranslation } from 'react-i18next';
import { expenses, type ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { nameOf } from './expense-words.ts';

interface RemoveButtonProps {
  expense: ExpenseRow;
  onGone?: () => void;
}

/** Deletes an expense that was never approved, after confirmation. */
export function RemoveButton({ expense, onGone }: RemoveButtonProps) {
  const { t } = useTranslation('billing');
  const { save } = useSave(expenses.remove);
  return (
    <ConfirmButton
      danger
      question={t('expense.removeQuestion', { what: nameOf(expense) })}
      consequence={t('expense.removeMeans')}
      verb={t('expenseStep.remove')}
      run={async () => {
        await save({ id: expense.id }, expense.version);
        onGone?.();
      }}
    >
      {t('expenseStep.remove')}
    </ConfirmButton>
  );
}
