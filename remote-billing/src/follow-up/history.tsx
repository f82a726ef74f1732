import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import {
  followUpHistory,
  historyKinds,
  moneyHistoryKinds,
  type HistoryKind,
} from '@daybook/contracts/receivables/follow-up/follow-up-history';
import type { FollowUp } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { download } from '@daybook/shared/call';
import { onTheDay } from '@daybook/shared/list-address';
import { ExportButton } from '@daybook/shared/list/export-button';
import { FilterChoices } from '@daybook/shared/list/filters';
import { Pager } from '@daybook/shared/list/pager';
import { useFound, type FilterOf, type List } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useMay } from '@daybook/shared/session';
import { ClientLink } from '../common/client-link.tsx';
import { FollowUpMenu } from './follow-up-menu.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { HistorySide } from './history-side.tsx';
import type { Step } from './steps.ts';
import { useClientKeys, usePageKeys } from './use-client-keys.ts';
import { useNoAnswer } from './use-no-answer.ts';
import styles from './follow-up.module.css';

const StepDialog = laterPart(() => import('./step-dialog.tsx'));

type History = OutputOf<typeof followUpHistory.list>;

interface Begun {
  step: Step;
  corrects?: FollowUp;
}

/** Everything that happened between the firm and a client about its account, newest first. */
export default function FollowUpHistory() {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const list = useFound(followUpHistory);
  const { filter, address } = list;
  const asked = { id, filter: onTheDay(filter) };
  const read = useRead(followUpHistory.list, {
    ...asked,
    ...(address.cursor !== null && { cursor: address.cursor }),
    ...(address.pageSize !== null && { pageSize: address.pageSize }),
  });
  // Nothing is recorded for an erased client any more.
  const mayFollowUp = useMay('followup.follow_up') && read.data?.isErased !== true;
  const [begun, setBegun] = useBegun(mayFollowUp);
  const close = () => setBegun(null);
  useHistoryKeys(mayFollowUp && begun === null ? read.data?.client : undefined, (step) => setBegun({ step }));
  return (
    <ReadView of={read}>
      {(history) => (
        <RecordScreen
          title={t('followUp.historyOf', { client: history.client.label })}
          summary={<ClientLink client={history.client} />}
          actions={
            <>
              <ExportButton
                exportAs={async (format, options) =>
                  download(followUpHistory.export, { ...asked, format }, options)
                }
              />
              {mayFollowUp && <Actions history={history} begin={(step) => setBegun({ step })} />}
            </>
          }
          aside={<HistorySide owed={history.owed} clientId={id} mayFollowUp={mayFollowUp} />}
        >
          <RecordSection title={t('followUp.timeline')} extra={<KindFilter list={list} />}>
            <Timeline
              history={history}
              isFiltered={list.isFiltered}
              onCorrect={mayFollowUp ? (corrects) => setBegun({ step: 'log', corrects }) : undefined}
            />
            <Pager
              list={{
                rows: history.rows,
                previous: history.previous,
                next: history.next,
                isFirst: list.isFirst,
                goTo: list.goTo,
                pageSize: history.pageSize,
                setPageSize: (pageSize) => list.change({ pageSize }),
              }}
            />
          </RecordSection>
          {begun !== null && (
            <StepDialog
              step={begun.step}
              client={history.client}
              corrects={begun.corrects}
              onDone={close}
              onClose={close}
            />
          )}
        </RecordScreen>
      )}
    </ReadView>
  );
}

/** The keys of the worklist, for the client of the page. Without a client they do nothing. */
function useHistoryKeys(client: Reference | undefined, begin: (step: Step) => void) {
  const actOn = useClientKeys();
  const logNoAnswer = useNoAnswer();
  usePageKeys(client !== undefined, (key) => {
    if (client === undefined) return false;
    if (key !== 'n') return actOn(key, client.id, begin);
    logNoAnswer(client);
    return true;
  });
}

/** The step whose dialog is open: the one that the person began here, or with which another screen opened this one. */
function useBegun(mayFollowUp: boolean) {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<Begun | null>(null);
  const isAsked = mayFollowUp && params.get('step') === 'log';
  const setBegun = (next: Begun | null) => {
    setChosen(next);
    if (!params.has('step')) return;
    params.delete('step');
    setParams(params, { replace: true });
  };
  return [chosen ?? (isAsked ? { step: 'log' as const } : null), setBegun] as const;
}

function Actions({ history: { client, owed }, begin }: { history: History; begin: (step: Step) => void }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <Button type="primary" onClick={() => begin('log')}>
        {t('followUp.log')}
      </Button>
      <Button onClick={() => begin('promise')}>{t('followUp.promise')}</Button>
      <FollowUpMenu
        client={client}
        isDisputed={owed === null || owed.some(({ disputed }) => disputed > 0)}
        begin={begin}
      />
    </>
  );
}

const isOfMoney = (kind: HistoryKind): boolean =>
  (moneyHistoryKinds as readonly HistoryKind[]).includes(kind);

interface KindFilterProps {
  list: Pick<List<never, FilterOf<typeof followUpHistory>>, 'filter' | 'setFilter'>;
}

/** Documents and mails are only for people who may see amounts. */
function KindFilter({ list }: KindFilterProps) {
  const { t } = useTranslation('billing');
  const seesMoney = useMay(...moneyPermissions);
  return (
    <FilterChoices
      list={list}
      name="kind"
      label={t('followUp.kindLabel')}
      options={historyKinds
        .filter((kind) => seesMoney || !isOfMoney(kind))
        .map((value) => ({ value, label: t(`followUp.kind.${value}`) }))}
    />
  );
}

interface TimelineProps {
  history: History;
  isFiltered: boolean;
  onCorrect: ((followUp: FollowUp) => void) | undefined;
}

function Timeline({ history: { rows, client }, isFiltered, onCorrect }: TimelineProps) {
  const { t } = useTranslation('billing');
  if (rows.length === 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={isFiltered ? t('shared:list.noneMatch') : t('followUp.noHistory')}
      />
    );
  return (
    <ol className={styles.events} aria-label={t('followUp.timeline')}>
      {rows.map((event) => (
        <HistoryEntry key={event.id} event={event} ownId={client.id} onCorrect={onCorrect} />
      ))}
    </ol>
  );
}
