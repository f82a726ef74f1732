import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList, type FilterOf, type List } from '@daybook/shared/list/use-list';
import { dayOfToken, onTheDay, readListAddress, writeListAddress } from '@daybook/shared/list-address';
import { laterPart } from '@daybook/shared/read/later-part';
import { useSteadyRead } from '@daybook/shared/read/use-read';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { today } from '@daybook/shared/today';
import { remindersAddress, remindersMeetingAddress, worklistMeetingAddress } from '../common/addresses.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { useOutstandingColumns, type Opened } from './outstanding-columns.tsx';
import { OutstandingFilters } from './outstanding-filters.tsx';
import { OutstandingSections } from './outstanding-sections.tsx';
import styles from './outstanding.module.css';

const OpenDocuments = laterPart(() => import('./open-documents.tsx'));

/** As of today unless a day is chosen. The address keeps the word and not the date, so that a saved view moves with the calendar. */
export default function OutstandingScreen() {
  const [params] = useSearchParams();
  const address = readListAddress(params);
  if (address.filter['asOf'] !== undefined) return <OutstandingReport />;
  const dated = writeListAddress(params, { ...address, filter: { ...address.filter, asOf: 'today' } });
  return <UsualQuery query={String(dated)} />;
}

type Report = Pick<List<never, FilterOf<typeof outstanding>>, 'q' | 'filter'>;

/** The search and the filter of the worklist for the clients of the report, as far as it has the filters of the report. */
function worklistOf({ q, filter }: Report) {
  const { entityId, currency, groupId, crmId, by = 'client', basis, asOf, overDays } = filter;
  // The worklist counts the days from the due date to today.
  const isSameDay = basis !== 'issue' && dayOfToken(asOf ?? 'today') === today();
  return {
    q: by === 'client' ? q : '',
    filter: { entityId, currency, groupId, crmId, ...(isSameDay && { overDays }) },
  };
}

/** Whether a filter of the report, other than its kind and its day, narrows it further than the worklist can be. */
function isNarrower({ q, filter }: Report): boolean {
  const { asOf: _asOf, by = 'client', basis: _basis, overdue: _overdue, ...narrowing } = filter;
  const followed = worklistOf({ q, filter }).filter;
  const left = Object.keys(narrowing).filter((name) => !(name in followed));
  return left.length > 0 || (by !== 'client' && q !== '');
}

const remindersOf = (report: Report): string =>
  report.filter.clientId === undefined
    ? remindersMeetingAddress(worklistOf(report), isNarrower(report))
    : remindersAddress(report.filter.clientId);

function OutstandingReport() {
  const { t } = useTranslation('billing');
  const list = useList(outstanding);
  const [opened, setOpened] = useState<Opened | null>(null);
  // The list asks for its total by the same query, so this is no further request.
  const { data } = useSteadyRead(outstanding.total, {
    q: list.q || undefined,
    filter: onTheDay(list.filter),
  });
  const columns = useColumnChoice(
    'outstanding',
    list,
    useOutstandingColumns(list.filter.by ?? 'client', data?.bounds ?? null, setOpened),
  );
  return (
    <>
      <ListScreen
        title={t('outstandingReport.title')}
        list={list}
        search={t('outstandingReport.search')}
        primary={
          <>
            <PdfButton
              endpoint={outstanding.pdf}
              input={{ q: list.q || undefined, sort: list.sort, filter: onTheDay(list.filter) }}
            />
            <LinkButton to={listPath('revaluation')}>{t('revaluation.open')}</LinkButton>
            <Can do="followup.follow_up">
              <LinkButton to={worklistMeetingAddress(worklistOf(list))}>{t('followUp.title')}</LinkButton>
              <LinkButton to={remindersOf(list)}>{t('reminding.open')}</LinkButton>
            </Can>
          </>
        }
        filterBar={
          <OutstandingFilters
            list={list}
            bounds={data?.bounds ?? []}
            currency={data?.sections[0]?.currency}
          />
        }
        columns={columns}
        isTight
        empty={t('outstandingReport.empty')}
      >
        {data === undefined ? <div className={styles.coming} /> : <OutstandingSections total={data} />}
        <DataTable label={t('outstandingReport.title')} list={list} columns={columns.columns} />
      </ListScreen>
      {opened !== null && (
        <OpenDocuments opened={opened} filter={list.filter} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
