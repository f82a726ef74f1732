import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { enquiriesAddress, enquiryAddress } from '../addresses.ts';
import { EnquiryFields } from './enquiry-fields.tsx';
import { today } from '@daybook/shared/today';

export default function AddEnquiry() {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('enquiry.add')}
      endpoint={enquiries.create}
      initial={{ enquiryDate: today(), nextActionOn: today() }}
      backTo={enquiriesAddress}
      onSaved={({ id }) => void navigate(enquiryAddress(id), { replace: true })}
    >
      <EnquiryFields />
    </FormScreen>
  );
}
