import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { expenses, type ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { mostExpenses, staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { minor, sum } from '@daybook/contracts/money/money';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { today } from '@daybook/shared/today';
import type { CommandProps, Whose } from './staff-commands.ts';
import { useCommandTitle } from './use-command-title.ts';
import { AboutFields, fixedOf, useWhose, WhoseFields } from './whose-fields.tsx';
import styles from './settle-dialog.module.css';

const Field = fieldOf(staffVouchers.settle);

const moneyOf = { settle: ['advance', 'staff_cash'], pay: ['bank', 'cash'] } as const;

interface ChoiceProps {
  rows: readonly ExpenseRow[];
  value?: readonly string[];
  onChange?: (ids: string[]) => void;
  id?: string;
}

const none: readonly string[] = [];

/** The expenses that are owed to the person, each with its amount, and the sum of the chosen ones. */
function ExpenseChoice({ rows, value = none, onChange, id }: ChoiceProps) {
  const { t } = useTranslation('billing');
  if (rows.length === 0) return <p className={styles.note}>{t('userLedger.expensesNone')}</p>;
  const chosen = rows.filter((row) => value.includes(row.id));
  const currency = rows[0]?.currency ?? '';
  const total = amountText(sum(chosen.map(({ gross }) => minor(gross))), currency);
  return (
    <fieldset id={id} className={styles.choices} aria-label={t('userLedger.expenses')}>
      {rows.map((row) => (
        <Checkbox
          key={row.id}
          checked={value.includes(row.id)}
          onChange={({ target }) =>
            onChange?.(target.checked ? [...value, row.id] : value.filter((one) => one !== row.id))
          }
        >
          <bdi>
            {row.number} · {dateText(row.expenseDate)} · {row.description} ·{' '}
            {amountText(row.gross, row.currency)}
          </bdi>
        </Checkbox>
      ))}
      <strong aria-live="polite">{t('userLedger.expensesSum', { amount: total })}</strong>
    </fieldset>
  );
}

function OwedExpenses({ whose, chosen }: { whose: Whose; chosen: readonly string[] | undefined }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const { personId, entityId } = useWhose(whose);
  const isKnown = personId !== null && entityId !== null;
  const read = useRead(
    expenses.list,
    isKnown
      ? {
          filter: { status: 'approved', paidBy: 'person', claimantId: personId, entityId },
          pageSize: mostExpenses,
        }
      : null,
  );
  const ids = read.data?.rows.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === undefined) return;
    const all = ids.split(' ').filter(Boolean);
    const before = form.getFieldValue('expenseIds') as string[] | undefined;
    // Expenses of another person or entity, and those that someone paid in the meantime, are no longer chosen.
    const left = before?.filter((id) => all.includes(id)) ?? [];
    if (before !== undefined && left.length === before.length) return;
    const first = chosen === undefined ? all : all.filter((id) => chosen.includes(id));
    form.setFieldsValue({ expenseIds: left.length > 0 ? left : first });
  }, [form, ids, chosen]);
  if (!isKnown) return <p className={styles.note}>{t('userLedger.chosenFirst')}</p>;
  return (
    <ReadView of={read} shape="list">
      {({ rows, next }) => (
        <>
          {next !== null && (
            <p className={styles.note}>{t('userLedger.expensesMore', { count: rows.length })}</p>
          )}
          <Field name="expenseIds" label={t('userLedger.expenses')}>
            <ExpenseChoice rows={rows} />
          </Field>
        </>
      )}
    </ReadView>
  );
}

interface SettleDialogProps extends CommandProps {
  command: 'settle' | 'pay';
  /** The expenses that are ticked at first; all if absent. */
  chosen?: readonly string[];
}

/** Pays approved expenses of a person, from what the person has of the firm's money or from the firm's. */
export default function SettleDialog({ command, whose, chosen, onClose }: SettleDialogProps) {
  const { t } = useTranslation('billing');
  const money = moneyOf[command];
  return (
    <FormDialog
      title={useCommandTitle(command, whose)}
      consequence={t(`userLedger.means.${command}`)}
      endpoint={staffVouchers.settle}
      initial={{ date: today(), account: money[0] }}
      fixed={fixedOf(whose)}
      verb={t('userLedger.post')}
      onSaved={({ number }) => {
        notify.success(t('userLedger.posted', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <WhoseFields whose={whose} />
      <OwedExpenses whose={whose} chosen={chosen} />
      <Field name="account" label={t('userLedger.paidFrom')}>
        <Select options={money.map((value) => ({ value, label: t(`staffMoney.${value}`) }))} />
      </Field>
      <AboutFields />
    </FormDialog>
  );
}
