import { useTranslation } from 'react-i18next';
import {
  enquirySources,
  lostReasons,
  type EnquirySource,
  type LostReason,
} from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { ChoiceList } from './choice-list.tsx';

/** The lists that an enquiry is recorded and closed with. They appear together, because the first would move the second. */
export default function EnquiryChoices() {
  const { t } = useTranslation('settings');
  const names = useChoiceNames();
  const sources = useRead(enquirySources.list, {});
  const reasons = useRead(lostReasons.list, {});
  return (
    <RecordScreen title={t('choice.title')}>
      <ReadView of={sources}>
        {(sourceChoices) => (
          <ReadView of={reasons}>
            {(reasonChoices) => (
              <>
                <ChoiceList
                  title={t('choice.sources')}
                  endpoints={enquirySources}
                  choices={sourceChoices}
                  nameOf={(choice) => names.source(choice as EnquirySource)}
                />
                <ChoiceList
                  title={t('choice.reasons')}
                  endpoints={lostReasons}
                  choices={reasonChoices}
                  nameOf={(choice) => names.reason(choice as LostReason)}
                />
              </>
            )}
          </ReadView>
        )}
      </ReadView>
    </RecordScreen>
  );
}
