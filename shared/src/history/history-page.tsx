import { useState } from 'react';
import Button from 'antd/es/button';
import Timeline from 'antd/es/timeline';
import { useTranslation } from 'react-i18next';
import { history, type HistoryKind } from '@daybook/contracts/history';
import { ReadView } from '../read/read-view.tsx';
import { useRead } from '../read/use-read.tsx';
import { HistoryEventView, type HistoryWords } from './history-event.tsx';

export interface RecordHistoryProps {
  kind: HistoryKind;
  id: string;
  words: HistoryWords;
}

/** One page of the history; earlier pages follow below on request. */
export default function HistoryPage({ before, ...props }: RecordHistoryProps & { before?: number }) {
  const { t } = useTranslation('history');
  const [isOpen, setIsOpen] = useState(false);
  const { kind, id, words } = props;
  return (
    <ReadView of={useRead(history.of, { kind, id, ...(before !== undefined && { before }) })}>
      {({ events, earlier }) => (
        <>
          <Timeline
            items={events.map((event) => ({
              key: event.id,
              content: <HistoryEventView event={event} words={words} />,
            }))}
          />
          {earlier !== null && !isOpen && <Button onClick={() => setIsOpen(true)}>{t('earlier')}</Button>}
          {earlier !== null && isOpen && <HistoryPage {...props} before={earlier} />}
        </>
      )}
    </ReadView>
  );
}
