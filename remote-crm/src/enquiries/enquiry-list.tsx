import { useTranslation } from 'react-i18next';
import { enquiries, enquirySources, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { useMay } from '@daybook/shared/session';
import { breakpoints } from '@daybook/shared/theme';
import { Can } from '@daybook/shared/record/can';
import {
  actionsColumn,
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterChoices, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { enquiryAddress, newEnquiryAddress } from '../addresses.ts';
import { DueFilter } from './due-filter.tsx';
import { RowMoves } from './enquiry-moves.tsx';
import { EnquiryStatusTag } from './enquiry-status-tag.tsx';
import { NextAction } from './next-action.tsx';

function useColumns(): ColumnsOf<typeof enquiries> {
  const { t } = useTranslation('crm');
  const seesMoney = useMay(...moneyPermissions);
  const hasRoom = !useNarrow(breakpoints.wide);
  return [
    textColumn(t('enquiry.no'), (enquiry) => enquiry.no, { width: 110 }),
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
      width: 110,
      render: (enquiry) => <NextAction on={enquiry.nextActionOn} />,
    },
    dateColumn(t('enquiry.date'), (enquiry) => enquiry.enquiryDate, { sort: 'date' }),
    ...(hasRoom
      ? [
          textColumn<EnquiryRow>(t('enquiry.source'), (enquiry) => t(`source.${enquiry.source}`), {
            width: 110,
          }),
        ]
      : []),
    textColumn(t('enquiry.owner'), (enquiry) => enquiry.owner.label, { isShort: true }),
    ...(seesMoney
      ? [
          moneyColumn<EnquiryRow>(
            t('enquiry.expectedValue'),
            (enquiry) => enquiry.expectedValue,
            (enquiry) => enquiry.currency ?? '',
          ),
        ]
      : []),
    actionsColumn(t('actions'), (enquiry) => <RowMoves enquiry={enquiry} />),
  ];
}

export default function EnquiryList() {
  const { t } = useTranslation('crm');
  const list = useList(enquiries);
  return (
    <ListScreen
      title={t('enquiries')}
      list={list}
      search={t('enquiry.search')}
      filters={
        <>
          <FilterToggle list={list} name="open" label={t('enquiry.open')} />
          <FilterChoices
            list={list}
            name="status"
            label={t('enquiry.status')}
            options={enquiryStatuses.map((value) => ({ value, label: t(`enquiryStatus.${value}`) }))}
          />
          <FilterChoice
            list={list}
            name="source"
            label={t('enquiry.source')}
            options={enquirySources.map((value) => ({ value, label: t(`source.${value}`) }))}
          />
          <FilterLookup list={list} name="owner" label={t('enquiry.owner')} kind="person" />
          <DueFilter list={list} />
        </>
      }
      empty={t('enquiry.empty')}
      primary={
        <Can do="enquiries.add">
          <LinkButton type="primary" to={newEnquiryAddress}>
            {t('enquiry.add')}
          </LinkButton>
        </Can>
      }
    >
      <DataTable label={t('enquiries')} list={list} columns={useColumns()} />
    </ListScreen>
  );
}
