import { useTranslation } from 'react-i18next';
import { creditNoteStatuses } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { Can } from '@daybook/shared/record/can';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { addCreditNoteAddress, creditNoteAddress } from '../common/addresses.ts';
import { useDocumentFilters } from '../common/document-filters.tsx';
import { ListSums } from '../common/list-sums.tsx';
import { CreditNoteStatusTag } from './credit-note-status.tsx';

function useColumns(): ColumnsOf<typeof creditNotes> {
  const { t } = useTranslation('billing');
  return [
    linkColumn(
      t('field.number'),
      (note) => note.number || t('draft'),
      (note) => creditNoteAddress(note.id),
      { width: 120 },
    ),
    dateColumn(t('field.issueDate'), (note) => note.issueDate, {
      name: 'issueDate',
      sort: 'issueDate',
    }),
    textColumn(t('field.client'), (note) => note.client.label, { name: 'client' }),
    {
      title: t('field.status'),
      width: 120,
      render: (note) => <CreditNoteStatusTag status={note.status} />,
    },
    textColumn(t('reason'), (note) => t(`creditReason.${note.reasonCode}`), {
      name: 'reason',
      width: 170,
    }),
    moneyColumn(
      t('totals.total'),
      (note) => note.total,
      (note) => note.currency,
    ),
    moneyColumn(
      t('credit.available'),
      (note) => note.available,
      (note) => note.currency,
      { name: 'available', zeroAsDash: true },
    ),
  ];
}

export default function CreditNoteList() {
  const { t } = useTranslation('billing');
  const list = useList(creditNotes);
  const columns = useColumnChoice('credit_note', list, useColumns());
  return (
    <ListScreen
      title={t('credit.list')}
      list={list}
      search={t('credit.search')}
      filterBar={<CreditNoteFilters list={list} />}
      columns={columns}
      empty={t('credit.empty')}
      primary={
        <Can do="credit_notes.add">
          <LinkButton type="primary" to={addCreditNoteAddress}>
            {t('credit.new')}
          </LinkButton>
        </Can>
      }
    >
      <ListSums of={creditNotes.total} list={list} open={t('credit.available')} />
      <DataTable label={t('credit.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function CreditNoteFilters({ list }: { list: ReturnType<typeof useList<typeof creditNotes>> }) {
  const { t } = useTranslation('billing');
  const status = barFilters(list).choices(
    'status',
    t('field.status'),
    creditNoteStatuses.map((value) => ({ value, label: t(`creditStatus.${value}`) })),
  );
  const others = useDocumentFilters(list, t('field.issueDate'));
  return (
    <FilterBar list={list} filters={[status, ...others]}>
      <SavedViews list="credit_note" />
    </FilterBar>
  );
}
