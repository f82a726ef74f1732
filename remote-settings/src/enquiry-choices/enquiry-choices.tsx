import { useTranslation } from 'react-i18next';
import {
  enquirySources,
  lostReasons,
  type EnquirySource,
  type LostReason,
} from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { ChoiceList } from './choice-list.tsx';

/** The lists that an enquiry is recorded and closed with. */
export default function EnquiryChoices() {
  const { t } = useTranslation('settings');
  const names = useChoiceNames();
  return (
    <RecordScreen title={t('choice.title')}>
      <ChoiceList
        title={t('choice.sources')}
        endpoints={enquirySources}
        nameOf={(choice) => names.source(choice as EnquirySource)}
      />
      <ChoiceList
        title={t('choice.reasons')}
        endpoints={lostReasons}
        nameOf={(choice) => names.reason(choice as LostReason)}
      />
    </RecordScreen>
  );
}
