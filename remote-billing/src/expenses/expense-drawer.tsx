import Alert from 'antd/es/alert';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { useMay } from '@daybook/shared/session';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { RecordHistory } from '@daybook/shared/history/history';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useRead } from '@daybook/shared/read/use-read';
import { taskAddress } from '../common/addresses.ts';
import { ClientLink } from '../common/client-link.tsx';
import { useHistoryWords } from '../common/history-words.ts';
import { ExpenseSteps } from './expense-steps.tsx';
import { FileButton } from './file-button.tsx';
import { useTaxFacts } from './tax-facts.tsx';
import { nameOf, stateTones } from './expense-words.ts';
import styles from './expenses.module.css';

/** One expense above the list: its details, its actions and its history. */
export default function ExpenseDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('billing');
  const read = useRead(expenses.open, { id });
  const title = read.data === undefined ? t('expense.one') : nameOf(read.data);
  return (
    <Drawer open size="large" title={<bdi>{title}</bdi>} onClose={onClose} aria-label={title}>
      <ReadView of={read}>
        {(expense) => (
          <div className={styles.record}>
            <div className={styles.steps}>
              <StatusTag tone={stateTones[expense.status]}>{t(`expenseStatus.${expense.status}`)}</StatusTag>
              <ExpenseSteps expense={expense} onGone={onClose} />
            </div>
            <Notes expense={expense} />
            <Spent expense={expense} />
            <Charged expense={expense} />
            <ExpenseHistory id={id} />
          </div>
        )}
      </ReadView>
    </Drawer>
  );
}

const historyFields = {
  entity: 'field.entity',
  client: 'field.client',
  claimant: 'expense.claimant',
  category: 'expense.category',
  task: 'expense.task',
  department: 'line.departmentId',
  taxCode: 'expense.chargeTax',
  attachment: 'expense.file',
  postedOn: 'expense.postedOn',
  reimbursedOn: 'date',
  reversedOn: 'date',
  expenseDate: 'date',
  description: 'expense.description',
  supplier: 'expense.supplier',
  reference: 'expense.reference',
  gross: 'expense.gross',
  tax: 'expense.tax',
  taxRecoverable: 'expense.taxRecoverable',
  supplierCountry: 'expense.supplierCountry',
  supplierTax: 'expense.supplierTaxId',
  inputTax: 'expense.inputTax',
  reverseCharge: 'field.reverseCharge',
  qualifiedIssuer: 'expense.qualifiedIssuer',
  recoverablePct: 'expense.recoverablePct',
  paidBy: 'expense.paidBy',
  billable: 'expense.billable',
  pureAgent: 'expense.pureAgent',
  chargeAmount: 'expense.charge',
};

function ExpenseHistory({ id }: { id: string }) {
  const words = useHistoryWords(historyFields, 'expenseStatus');
  return <RecordHistory kind="expense" id={id} words={words} />;
}

function Notes({ expense }: { expense: Expense }) {
  const { t } = useTranslation('billing');
  const { rejectionReason, approval, reimbursement, reversal } = expense;
  if (rejectionReason !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={t('expense.rejectedBecause')}
        description={<bdi>{rejectionReason}</bdi>}
      />
    );
  if (approval === null) return null;
  if (reversal !== null)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('expense.reversedBy', { name: reversal.by, date: dateText(reversal.on) })}
        description={<bdi>{reversal.reason}</bdi>}
      />
    );
  return (
    <p className={styles.note}>
      {t('expense.approvedBy', { name: approval.by, date: dateText(approval.postedOn) })}
      {reimbursement !== null &&
        ` ${t('expense.reimbursedBy', { name: reimbursement.by, date: dateText(reimbursement.on) })}`}
    </p>
  );
}

const given = (label: string, value: string | null) => (value ? [{ label, value: <bdi>{value}</bdi> }] : []);

function Spent({ expense }: { expense: Expense }) {
  const { t } = useTranslation('billing');
  const { currency, attachment } = expense;
  const taxFacts = useTaxFacts(expense);
  return (
    <RecordSection title={t('expense.what')}>
      <Facts
        facts={[
          { label: t('expense.gross'), value: <Amount minor={expense.gross} currency={currency} /> },
          ...(expense.tax === 0
            ? []
            : [{ label: t('expense.tax'), value: <Amount minor={expense.tax} currency={currency} /> }]),
          ...taxFacts,
          { label: t('date'), value: <DateText date={expense.expenseDate} /> },
          ...given(t('expense.description'), expense.description),
          ...given(t('expense.category'), expense.category.label),
          ...given(t('expense.supplier'), expense.supplier),
          ...given(t('expense.reference'), expense.reference),
          { label: t('expense.paidBy'), value: t(`paidBy.${expense.paidBy}`) },
          ...given(t('expense.claimant'), expense.claimant.label),
          ...given(t('field.entity'), expense.entity.label),
          ...given(t('line.departmentId'), expense.department?.label ?? null),
        ]}
      />
      {attachment !== null && <FileButton expenseId={expense.id} file={attachment} />}
    </RecordSection>
  );
}

function Charged({ expense }: { expense: Expense }) {
  const { t } = useTranslation('billing');
  const mayOpenTask = useMay('tasks.view');
  const { client, task, chargeAmount, currency, pureAgent, taxCode } = expense;
  if (client === null) return null;
  const charge = chargeAmount === null ? t('expense.notCharged') : amountText(chargeAmount, currency);
  return (
    <RecordSection title={t('expense.forClient')}>
      <Facts
        facts={[
          { label: t('field.client'), value: <ClientLink client={client} /> },
          ...(task === null
            ? []
            : [
                {
                  label: t('expense.task'),
                  value: mayOpenTask ? (
                    <Link to={taskAddress(task.id)}>
                      <bdi>{task.label}</bdi>
                    </Link>
                  ) : (
                    <bdi>{task.label}</bdi>
                  ),
                },
              ]),
          {
            label: t('expense.charge'),
            value: pureAgent ? `${charge} (${t('lineKind.disbursement')})` : charge,
          },
          ...(pureAgent ? [] : given(t('expense.chargeTax'), taxCode?.label ?? null)),
        ]}
      />
    </RecordSection>
  );
}
