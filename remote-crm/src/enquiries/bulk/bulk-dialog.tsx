import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '@daybook/contracts/bulk';
import { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import type { EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { countText } from '@daybook/shared/record/count-text';
import { LongText } from '@daybook/shared/inputs/long-text';
import { LostReasonSelect } from '../choice-select.tsx';

const Field = fieldOf(enquiryBulk.change);

export type BulkKind = 'owner' | 'move';

interface BulkDialogProps {
  kind: BulkKind;
  chosen: readonly EnquiryRow[];
  onSaved: (results: Outcome[]) => void;
  onClose: () => void;
}

/** Asks for the owner or the stage that the selected enquiries get. */
export function BulkDialog({ kind, chosen, onSaved, onClose }: BulkDialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog
      title={t(`bulk.question_${kind}`, { count: chosen.length, shown: countText(chosen.length) })}
      verb={t('bulk.run')}
      endpoint={enquiryBulk.change}
      fixed={{ enquiries: chosen.map(({ id, version }) => ({ id, version })) }}
      onSaved={({ results }) => onSaved(results)}
      onClose={onClose}
    >
      {kind === 'owner' ? (
        <Field name={['change', 'ownerId']} label={t('enquiry.owner')} isRequired>
          <Lookup kind="person" />
        </Field>
      ) : (
        <MoveFields />
      )}
    </FormDialog>
  );
}

/** The stages that a move can lead to; only a conversion makes an enquiry won. */
const targets = enquiryStatuses.filter((status) => status !== 'won' && status !== 'new');

function MoveFields() {
  const { t } = useTranslation('crm');
  const to = Form.useWatch<string | undefined>(['change', 'to']);
  return (
    <>
      <Field name={['change', 'to']} label={t('enquiry.status')} isRequired>
        <Select options={targets.map((value) => ({ value, label: t(`enquiryStatus.${value}`) }))} />
      </Field>
      {to === 'lost' ? (
        <>
          <Field name={['change', 'lostReasonId']} label={t('enquiry.lostReason')} isRequired>
            <LostReasonSelect />
          </Field>
          <Field name={['change', 'lostNote']} label={t('enquiry.lostNote')}>
            <LongText maxLength={500} rows={[2, 6]} />
          </Field>
        </>
      ) : (
        <Field name={['change', 'nextActionOn']} label={t('enquiry.nextActionOn')}>
          <DateInput />
        </Field>
      )}
    </>
  );
}
