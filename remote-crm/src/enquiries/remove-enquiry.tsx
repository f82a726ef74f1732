import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries';
import { notify } from '@daybook/shared/notify';
import { Can } from '@daybook/shared/ui/can';
import { ConfirmButton } from '@daybook/shared/ui/confirm';
import { useSave } from '@daybook/shared/ui/use-save';
import { enquiriesAddress } from '../addresses.ts';

/** One that was won stays: its client came of it. */
export function RemoveEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { save } = useSave(enquiries.remove);
  const { id, no, version, status } = enquiry;
  if (status === 'won') return null;
  const run = async () => {
    await save({ id }, version);
    notify.success(t('remove.done', { name: no }));
    await navigate(enquiriesAddress);
  };
  return (
    <Can do="enquiries.delete">
      <div>
        <ConfirmButton
          type="text"
          danger
          question={t('remove.question', { name: no })}
          consequence={t('enquiry.removeMeans')}
          verb={t('action.remove')}
          run={run}
        >
          {t('action.remove')}
        </ConfirmButton>
      </div>
    </Can>
  );
}
