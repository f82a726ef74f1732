import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  clientTimeline,
  timelineKindNames,
  timelineKinds,
  type TimelineEvent,
  type TimelineKind,
} from '@daybook/contracts/crm/clients/client-timeline';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { recordPath } from '@daybook/contracts/entities';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { usePages } from '@daybook/shared/list/use-pages';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { Amount } from '@daybook/shared/record/amount';
import { InstantText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { may } from '@daybook/shared/session';
import styles from '../crm.module.css';

/** Everything that happened for a client, newest first; chosen kinds only, if any are chosen. */
export default function ClientTimeline({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const [kinds, setKinds] = useState<TimelineKind[]>([]);
  const { rows, isLoading, error, retry, hasMore, more } = usePages(clientTimeline.list, {
    id: clientId,
    ...(kinds.length > 0 && { filter: { kind: kinds } }),
  });
  return (
    <RecordSection title={t('tab.timeline')} extra={<Kinds kinds={kinds} choose={setKinds} />}>
      <div className={styles.stack}>
        {error !== null && <ErrorBox error={error} onRetry={retry} />}
        {isLoading && <PageSkeleton />}
        {!isLoading && error === null && rows.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('timeline.none')} />
        )}
        <ol className={styles.list} aria-label={t('tab.timeline')}>
          {rows.map((event) => (
            <li key={event.id}>
              <Event event={event} />
            </li>
          ))}
        </ol>
        {hasMore && <Button onClick={more}>{t('showMore')}</Button>}
      </div>
    </RecordSection>
  );
}

function Kinds({ kinds, choose }: { kinds: TimelineKind[]; choose: (kinds: TimelineKind[]) => void }) {
  const { t } = useTranslation('crm');
  const offered = timelineKindNames.filter((kind) => may(...timelineKinds[kind]));
  return (
    <ClearableSelect
      aria-label={t('timeline.kinds')}
      mode="multiple"
      placeholder={t('timeline.kinds')}
      value={kinds}
      onChange={(chosen: TimelineKind[]) => choose(chosen)}
      options={offered.map((value) => ({ value, label: t(`timelineKind.${value}`) }))}
      maxTagCount={2}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 200, maxInlineSize: '100%' }}
    />
  );
}

function Event({ event: { kind, step, at, by, label, amount, currency, record } }: { event: TimelineEvent }) {
  const { t } = useTranslation('crm');
  const isSeries = kind === 'recurring_task' || kind === 'recurring_invoice';
  const name = label !== null && (
    <bdi className={styles.written}>{isSeries ? withoutTokens(label) : label}</bdi>
  );
  return (
    <>
      <div className={styles.row}>
        <span>
          <StatusTag tone="draft">{t(`timelineKind.${kind}`)}</StatusTag> {t(`timelineStep.${step}`)}{' '}
          {record === null || !name ? name : <Link to={recordPath(record.kind, record.id)}>{name}</Link>}
        </span>
        {amount !== null && currency !== null && <Amount minor={amount} currency={currency} />}
      </div>
      <div className={styles.aside}>
        {by !== null && <bdi>{by.label} · </bdi>}
        <InstantText at={at} />
      </div>
    </>
  );
}
