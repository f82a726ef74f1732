import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Typography from 'antd/es/typography';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { chartOfAccounts, journal, type LedgerAccount } from '@daybook/contracts/billing/journal/journal';
import { compare, magnitude, minor, NOTHING, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { ErrorsContext, fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useRead } from '@daybook/shared/read/use-read';
import { amountText } from '@daybook/shared/record/amount';
import { useKnownAs } from '../common/known-as.tsx';
import { useAccountName } from './use-account-name.ts';

const Field = fieldOf(journal.create);
const noAccounts: readonly LedgerAccount[] = [];

/** The lines of a manual journal, with what is missing until they balance. */
export function JournalLines({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  const chart = useRead(chartOfAccounts.list, {});
  const accounts = chart.data?.rows ?? noAccounts;
  const errors = useContext(ErrorsContext)['lines'] ?? [];
  useKnownAs('lines', t('journal.lines'));
  return (
    <FormGroup title={t('journal.lines')} explanation={t('manual.linesHint')}>
      <FormRows name="lines" label={(no) => t('manual.lineNo', { no })} add={t('manual.addLine')}>
        {(index) => <Line index={index} currency={currency} accounts={accounts} />}
      </FormRows>
      {errors.map((text) => (
        <Typography.Text key={text} type="danger" role="alert">
          {text}
        </Typography.Text>
      ))}
      <Difference currency={currency} />
    </FormGroup>
  );
}

interface LineProps {
  index: number;
  currency: string;
  accounts: readonly LedgerAccount[];
}

function Line({ index, currency, accounts }: LineProps) {
  const { t } = useTranslation('billing');
  const nameOf = useAccountName();
  const accountId: unknown = Form.useWatch(['lines', index, 'accountId']);
  const type = accounts.find(({ id }) => id === accountId)?.type;
  const options = accounts
    .filter(({ active, keptByDocuments }) => active && !keptByDocuments)
    .map((account) => ({ value: account.id, label: nameOf(account) }));
  return (
    <>
      <Field name={['lines', index, 'accountId']} label={t('journal.account')} isRequired>
        <Select showSearch={{ optionFilterProp: 'label' }} options={options} />
      </Field>
      {(type === 'income' || type === 'expense') && (
        <Field name={['lines', index, 'departmentId']} label={t('journal.department')}>
          <Lookup kind="department" />
        </Field>
      )}
      {(['debit', 'credit'] as const).map((side) => (
        <Field key={side} name={['lines', index, side]} label={t(`ledger.${side}`)}>
          {currency === '' ? <Input disabled /> : <MoneyInput currency={currency} />}
        </Field>
      ))}
    </>
  );
}

const amountOf = (value: unknown): Minor => (typeof value === 'number' ? minor(value) : NOTHING);

function Difference({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  const lines = Form.useWatch<unknown>('lines');
  const typed = Array.isArray(lines) ? (lines as ({ debit?: unknown; credit?: unknown } | undefined)[]) : [];
  const debit = sum(typed.map((line) => amountOf(line?.debit)));
  const credit = sum(typed.map((line) => amountOf(line?.credit)));
  const missing = subtract(debit, credit);
  if (currency === '' || compare(missing, NOTHING) === 0) return null;
  return (
    <output>
      {t(compare(missing, NOTHING) > 0 ? 'manual.creditMissing' : 'manual.debitMissing', {
        amount: amountText(magnitude(missing), currency),
      })}
    </output>
  );
}
