import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import type { WithholdingEntry } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { fieldOf } from '@daybook/shared/form/field';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { notify } from '@daybook/shared/notify';
import { FileField } from '@daybook/shared/inputs/file-field';
import { useQuarterWord } from './words.ts';

const Field = fieldOf(withholdingCertificates.create);

/** A certificate that proves an entry of the register, or a part of it. */
export function CertificateForm({ entry, onClose }: { entry: WithholdingEntry; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const quarterOf = useQuarterWord();
  const { id, client, entity, fy, quarter, currency, open } = entry;
  return (
    <FormDialog
      title={t('withholding.addFor', { name: client.label, quarter: quarterOf(entry) })}
      endpoint={withholdingCertificates.create}
      initial={{ section: entry.section ?? '', amount: open }}
      fixed={{ clientId: client.id, entityId: entity.id, fy, quarter, currency, matches: [{ entryId: id }] }}
      verb={t('withholding.add')}
      onSaved={({ number }) => {
        notify.success(t('withholding.added', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="number" label={t('withholding.number')}>
        <Input maxLength={60} />
      </Field>
      <Field name="certificateDate" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="section" label={t('receipt.section')}>
        <Input maxLength={30} />
      </Field>
      <Field name="amount" label={t('withholding.amount')} hint={t('withholding.amountHint')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="attachmentId" label={t('withholding.file')}>
        <FileField endpoint={withholdingCertificates.upload} />
      </Field>
    </FormDialog>
  );
}
