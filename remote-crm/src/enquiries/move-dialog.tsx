import { useTranslation } from 'react-i18next';
import { enquiries, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import type { EnquiryMove } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { notify } from '@daybook/shared/notify';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { LongText } from '@daybook/shared/inputs/long-text';
import { LostReasonSelect } from './choice-select.tsx';

const Field = fieldOf(enquiries.move);

interface MoveDialogProps {
  enquiry: EnquiryRow;
  move: EnquiryMove;
  onClose: () => void;
}

/** Asks why an enquiry is lost or, when it is reopened, for the date of the next action. */
export function MoveDialog({ enquiry, move: { to }, onClose }: MoveDialogProps) {
  const { t } = useTranslation('crm');
  const { id, no, version } = enquiry;
  const isLost = to === 'lost';
  const name = isLost ? 'lost' : 'reopen';
  return (
    <FormDialog
      title={t(`ask.${name}`, { no })}
      verb={t(`move.${name}`)}
      isDangerous={isLost}
      endpoint={enquiries.move}
      fixed={{ id, to }}
      version={version}
      onSaved={() => {
        notify.success(t('moved', { no, status: t(`enquiryStatus.${to}`) }));
        onClose();
      }}
      onClose={onClose}
    >
      {isLost ? (
        <>
          <Field name="lostReasonId" label={t('enquiry.lostReason')} isRequired>
            <LostReasonSelect />
          </Field>
          <Field name="lostNote" label={t('enquiry.lostNote')}>
            <LongText maxLength={500} rows={[2, 6]} />
          </Field>
        </>
      ) : (
        <Field name="nextActionOn" label={t('enquiry.nextActionOn')} isRequired>
          <DateInput />
        </Field>
      )}
    </FormDialog>
  );
}
