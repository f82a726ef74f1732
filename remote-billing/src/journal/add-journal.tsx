import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { listPath } from '@daybook/contracts/entities';
import { lookups } from '@daybook/contracts/lookups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { LongText } from '@daybook/shared/inputs/long-text';
import { journalEntryAddress } from '../common/addresses.ts';
import { moreText } from '../common/look-up.ts';
import { JournalLines } from './journal-lines.tsx';

const Field = fieldOf(journal.create);

/** A manual journal: what is posted by hand, with the reason. */
export default function AddJournal() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('manual.add')}
      endpoint={journal.create}
      initial={{ date: today(), lines: [{}, {}] as never }}
      backTo={listPath('journal_entry')}
      onSaved={({ id }) => void navigate(journalEntryAddress(id), { replace: true })}
    >
      <Fields />
    </FormScreen>
  );
}

function Fields() {
  const { t } = useTranslation('billing');
  const entityId: unknown = Form.useWatch('entityId');
  const id = typeof entityId === 'string' ? { id: entityId } : {};
  const entities = useRead(lookups.find, { kind: 'billing_entity', ...id });
  const entity = entities.data?.find((row) => row.id === entityId);
  return (
    <>
      <Field name="entityId" label={t('field.entity')}>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('reason')} hint={t('manual.reasonHint')}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
      <JournalLines currency={moreText(entity, 'baseCurrency') ?? ''} />
    </>
  );
}
