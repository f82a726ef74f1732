import { useTranslation } from 'react-i18next';
import { laterPart } from '../read/later-part.tsx';
import { RecordSection } from '../record/record-screen.tsx';
import type { RecordHistoryProps } from './history-page.tsx';
import { withHistoryTexts } from '../history-texts.ts';

const HistoryPage = laterPart(
  withHistoryTexts(() => import(/* webpackChunkName: "history" */ './history-page.tsx')),
);

/** The history of a record, newest first, in the aside of its page. */
export function RecordHistory(props: RecordHistoryProps) {
  const { t } = useTranslation('shared');
  return (
    <RecordSection title={t('history.title')}>
      <HistoryPage key={props.id} {...props} />
    </RecordSection>
  );
}
