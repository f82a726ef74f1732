import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import type { CommandProps, Whose } from '../common/staff-commands.ts';
import { useCommandTitle } from '../common/use-command-title.ts';
import { AboutFields, fixedOf, useBaseCurrency, useWhose, WhoseFields } from '../common/whose-fields.tsx';

// Giving and returning have the same fields.
const Field = fieldOf(staffVouchers.advance);

const ofFirm = ['bank', 'cash'] as const;

function Fields({ whose, isGiven }: { whose: Whose; isGiven: boolean }) {
  const { t } = useTranslation('billing');
  const currency = useBaseCurrency(useWhose(whose).entityId);
  return (
    <>
      <WhoseFields whose={whose} />
      <Field name="amount" label={t('userLedger.amount')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="account" label={t(isGiven ? 'userLedger.paidFrom' : 'userLedger.paidTo')}>
        <Select options={ofFirm.map((value) => ({ value, label: t(`staffMoney.${value}`) }))} />
      </Field>
      <AboutFields />
    </>
  );
}

/** Gives a person money for expenses to come, or takes back what is left of it. */
export function AdvanceDialog({
  command,
  whose,
  onClose,
}: CommandProps & { command: 'advance' | 'returnAdvance' }) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={useCommandTitle(command, whose)}
      consequence={t(`userLedger.means.${command}`)}
      endpoint={staffVouchers[command]}
      initial={{ date: today(), account: 'bank' }}
      fixed={fixedOf(whose)}
      verb={t('userLedger.post')}
      onSaved={({ number }) => {
        notify.success(t('userLedger.posted', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <Fields whose={whose} isGiven={command === 'advance'} />
    </FormDialog>
  );
}
