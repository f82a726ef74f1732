import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { enquiries, type Duplicate } from '@daybook/contracts/crm/enquiries/enquiries';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { LongText } from '@daybook/shared/inputs/long-text';
import { enquiryAddress } from '../addresses.ts';

const Field = fieldOf(enquiries.callBack);

interface CallBackDialogProps {
  enquiry: Pick<Duplicate, 'id' | 'code'>;
  /** What was typed into the form of a new enquiry. */
  note: string;
  onClose: () => void;
}

/** Adds a call-back to an open enquiry, instead of recording the person a second time. */
export function CallBackDialog({ enquiry: { id, code }, note, onClose }: CallBackDialogProps) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('callBack.title', { no: code })}
      verb={t('callBack.verb')}
      endpoint={enquiries.callBack}
      initial={{ body: note, nextActionOn: today() }}
      fixed={{ id }}
      onSaved={() => {
        notify.success(t('callBack.done', { no: code }));
        onClose();
        void navigate(enquiryAddress(id));
      }}
      onClose={onClose}
    >
      <Field name="body" label={t('callBack.note')} isRequired>
        <LongText maxLength={5000} rows={[3, 10]} />
      </Field>
      <Field name="nextActionOn" label={t('enquiry.nextActionOn')} isRequired>
        <DateInput />
      </Field>
    </FormDialog>
  );
}
