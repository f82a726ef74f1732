import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOpenTo, mayTake, type ExpenseStep } from '@daybook/contracts/billing/expenses/expense-machine';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { staffMoney } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { PdfButton } from '../common/pdf-button.tsx';
import { ExpenseForm } from './expense-form.tsx';
import { nameOf, usePerson } from './expense-words.ts';
import { RemoveButton } from './remove-button.tsx';

interface ExpenseStepsProps {
  expense: Expense;
  /** Called after the expense is deleted. */
  onGone: () => void;
}

/** The actions that this person may take on an expense, the likeliest first. */
export function ExpenseSteps({ expense, onGone }: ExpenseStepsProps) {
  const { t } = useTranslation('billing');
  const person = usePerson();
  const [asked, setAsked] = useState<ExpenseStep | null>(null);
  const close = () => setAsked(null);
  const can = (step: ExpenseStep) => isOpenTo(expense, step) && mayTake(expense, step, person);
  const asking = (step: ExpenseStep, type: 'primary' | 'default') =>
    can(step) && (
      <Button type={type} onClick={() => setAsked(step)}>
        {t(`expenseStep.${step}`)}
      </Button>
    );
  return (
    <>
      {can('submit') && <MoveButton expense={expense} step="submit" />}
      {asking('approve', 'primary')}
      {asking('reimburse', 'primary')}
      {asking('reject', 'default')}
      {can('withdraw') && <MoveButton expense={expense} step="withdraw" />}
      {asking('edit', 'default')}
      {expense.number !== null && <PdfButton endpoint={expenses.pdf} input={{ id: expense.id }} />}
      {asking('takeBack', 'default')}
      {asking('reverse', 'default')}
      {can('remove') && <RemoveButton expense={expense} onGone={onGone} />}
      {asked === 'approve' && <ApproveDialog expense={expense} onClose={close} />}
      {asked === 'reimburse' && <ReimburseDialog expense={expense} onClose={close} />}
      {asked === 'reject' && <RejectDialog expense={expense} onClose={close} />}
      {asked === 'takeBack' && <TakeBackDialog expense={expense} onClose={close} />}
      {asked === 'reverse' && <ReverseDialog expense={expense} onClose={close} />}
      {asked === 'edit' && <ExpenseForm expense={expense} onSaved={close} onClose={close} />}
    </>
  );
}

interface DialogProps {
  expense: Expense;
  onClose: () => void;
}

const amountOf = ({ gross, currency }: Expense) => amountText(gross, currency);

const moved = { submit: 'expense.submitted', withdraw: 'expense.withdrawn' } as const;

/** Submits or withdraws an expense without asking for confirmation. */
function MoveButton({ expense, step }: { expense: Expense; step: 'submit' | 'withdraw' }) {
  const { t } = useTranslation('billing');
  const { save, isSaving } = useSave(expenses[step]);
  const move = async () => {
    try {
      await save({ id: expense.id }, expense.version);
      notify.success(t(moved[step]));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button type={step === 'submit' ? 'primary' : 'default'} loading={isSaving} onClick={() => void move()}>
      {t(`expenseStep.${step}`)}
    </Button>
  );
}

function ApproveDialog({ expense, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { id, version, billable } = expense;
  return (
    <DatedStepDialog
      title={t('expense.approveQuestion', { what: nameOf(expense), amount: amountOf(expense) })}
      consequence={t(billable ? 'expense.approveBills' : 'expense.approveMeans')}
      endpoint={expenses.approve}
      fixed={{ id }}
      version={version}
      verb={t('expenseStep.approve')}
      dateLabel={t('expense.postedOn')}
      done={({ number }) => t('expense.approvedAs', { number })}
      onClose={onClose}
    />
  );
}

/** Reverses an approval. The text explains what happens to the charge to the client. */
function ReverseDialog({ expense, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { id, version, billable } = expense;
  return (
    <DatedStepDialog
      title={t('expense.reverseQuestion', { what: nameOf(expense), amount: amountOf(expense) })}
      consequence={t(billable ? 'expense.reverseBilled' : 'expense.reverseMeans')}
      endpoint={expenses.reverse}
      fixed={{ id }}
      version={version}
      verb={t('expenseStep.reverse')}
      isDangerous
      done={() => t('expense.reversed')}
      onClose={onClose}
    />
  );
}

const Reimbursed = fieldOf(expenses.reimburse);

function ReimburseDialog({ expense, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { id, version, claimant } = expense;
  return (
    <FormDialog
      title={t('expense.reimburseQuestion', { name: claimant.label, amount: amountOf(expense) })}
      endpoint={expenses.reimburse}
      initial={{ date: today(), from: 'bank' }}
      fixed={{ id }}
      version={version}
      verb={t('expenseStep.reimburse')}
      onSaved={() => {
        notify.success(t('expense.reimbursed'));
        onClose();
      }}
      onClose={onClose}
    >
      <Reimbursed name="date" label={t('date')}>
        <DateInput />
      </Reimbursed>
      <Reimbursed name="from" label={t('expense.paidBy')}>
        <Select options={staffMoney.map((value) => ({ value, label: t(`staffMoney.${value}`) }))} />
      </Reimbursed>
    </FormDialog>
  );
}

function TakeBackDialog({ expense, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { id, version, claimant } = expense;
  return (
    <DatedStepDialog
      title={t('expense.takeBackQuestion', { what: nameOf(expense), amount: amountOf(expense) })}
      consequence={t('expense.takeBackMeans', { name: claimant.label })}
      endpoint={expenses.takeBack}
      fixed={{ id }}
      version={version}
      verb={t('expenseStep.takeBack')}
      isDangerous
      done={() => t('expense.takenBack')}
      onClose={onClose}
    />
  );
}

function RejectDialog({ expense, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { save } = useSave(expenses.reject);
  return (
    <ReasonDialog
      question={t('expense.rejectQuestion', { what: nameOf(expense), amount: amountOf(expense) })}
      label={t('reason')}
      verb={t('expenseStep.reject')}
      isRequired
      isDangerous
      run={async (reason) => {
        await save({ id: expense.id, reason: reason ?? '' }, expense.version);
        notify.success(t('expense.rejected'));
      }}
      onClose={onClose}
    />
  );
}
