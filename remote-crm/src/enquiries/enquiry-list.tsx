import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { mostInBulk } from '@daybook/contracts/bulk';
import { enquiries, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryViews } from '@daybook/contracts/crm/enquiries/enquiry-views';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { breakpoints } from '@daybook/shared/theme';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import {
  actionsColumn,
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { viewOf } from '@daybook/shared/list/view-switch';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { enquiryAddress } from '../addresses.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { EnquiryScreen } from './enquiry-screen.tsx';
import { RowMoves } from './enquiry-moves.tsx';
import { EnquiryStatusTag } from './enquiry-status-tag.tsx';
import { NextAction } from './next-action.tsx';

function useColumns(): ColumnsOf<typeof enquiries> {
  const { t } = useTranslation('crm');
  const names = useChoiceNames();
  const seesMoney = useMay(...moneyPermissions);
  const isInCards = useNarrow();
  // On a smaller screen the other columns would push the amount off it.
  const hasRoom = !useNarrow(breakpoints.wide) || isInCards;
  return [
    textColumn(t('enquiry.no'), (enquiry) => enquiry.no, { width: 110, name: 'no' }),
    linkColumn(
      t('enquiry.name'),
      (enquiry) => (enquiry.company === null ? enquiry.name : `${enquiry.company} (${enquiry.name})`),
      (enquiry) => enquiryAddress(enquiry.id),
    ),
    {
      title: t('enquiry.status'),
      width: 120,
      render: (enquiry) => <EnquiryStatusTag status={enquiry.status} />,
    },
    {
      title: t('enquiry.nextActionOn'),
      sort: 'nextAction',
      name: 'nextAction',
      width: 135,
      render: (enquiry) => <NextAction on={enquiry.nextActionOn} />,
    },
    dateColumn(t('enquiry.date'), (enquiry) => enquiry.enquiryDate, {
      sort: 'date',
      name: 'date',
      isHidden: !hasRoom,
    }),
    textColumn(t('enquiry.source'), (enquiry) => names.source(enquiry.source), {
      width: 110,
      name: 'source',
      isHidden: !hasRoom,
    }),
    textColumn(t('enquiry.owner'), (enquiry) => enquiry.owner.label, { isShort: true, name: 'owner' }),
    ...(seesMoney
      ? [
          moneyColumn<EnquiryRow>(
            t('enquiry.expectedValue'),
            (enquiry) => enquiry.expectedValue,
            (enquiry) => enquiry.currency ?? '',
            { width: 145 },
          ),
        ]
      : []),
    actionsColumn(t('actions'), (enquiry) => <RowMoves enquiry={enquiry} isShort={!hasRoom} />),
  ];
}

/** One call changes at most so many. */
const mostChosen = mostInBulk;

function EnquiryTable() {
  const { t } = useTranslation('crm');
  const list = useList(enquiries);
  const columns = useColumnChoice('enquiry', list, useColumns());
  const mayChange = useMay('enquiries.edit');
  const [picked, setPicked] = useState<readonly EnquiryRow[]>([]);
  // A row that changed since it was ticked is sent with the version that is visible now.
  const chosen = picked.map((one) => list.rows.find(({ id }) => id === one.id) ?? one);
  const pick = (keys: string[]) =>
    setPicked(
      keys
        .flatMap((key) => [...list.rows, ...chosen].find(({ id }) => id === key) ?? [])
        .slice(0, mostChosen),
    );
  // A firm without open enquiries is offered to add one, as a firm without any.
  const isUsual = list.q === '' && Object.keys(list.filter).join() === 'open' && list.filter.open === 'true';
  return (
    <EnquiryScreen
      list={isUsual ? { ...list, isFiltered: false } : list}
      columns={columns}
      {...(isUsual && { empty: t('enquiry.noneOpen') })}
      bulk={chosen.length > 0 ? <BulkBar chosen={chosen} onDone={() => setPicked([])} /> : undefined}
    >
      <DataTable
        label={t('enquiries')}
        list={list}
        columns={columns.columns}
        {...(mayChange && { selection: { keys: chosen.map(({ id }) => id), onChange: pick } })}
      />
    </EnquiryScreen>
  );
}

const EnquiryBoard = laterPart(() => import('./board/enquiry-board.tsx'), {
  waiting: <PageSkeleton shape="list" />,
});

/** Enquiries as a list or by stage, as the address says. The list starts with the open ones; all of them are one click away. */
export default function EnquiryList() {
  const [params] = useSearchParams();
  const isList = viewOf(params, enquiryViews, 'enquiryView') === 'list';
  const [isChosen, setChosen] = useState(params.size > 0);
  if (!isChosen && params.size > 0) setChosen(true);
  if (isList && !isChosen) return <UsualQuery query="filter[open]=true" list="enquiry" />;
  if (isList) return <EnquiryTable />;
  return <EnquiryBoard />;
}
