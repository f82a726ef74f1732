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
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoices } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useList } from '@daybook/shared/list/use-list';
import { addCreditNoteAddress, creditNoteAddress } from '../common/addresses.ts';
import { DocumentFilters } from '../common/document-filters.tsx';
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
    dateColumn(t('field.issueDate'), (note) => note.issueDate, { sort: 'issueDate' }),
    textColumn(t('field.client'), (note) => note.client.label),
    {
      title: t('field.status'),
      width: 120,
      render: (note) => <CreditNoteStatusTag status={note.status} />,
    },
    textColumn(t('reason'), (note) => t(`creditReason.${note.reasonCode}`), { width: 170 }),
    moneyColumn(
      t('totals.total'),
      (note) => note.total,
      (note) => note.currency,
    ),
    moneyColumn(
      t('credit.available'),
      (note) => note.available,
      (note) => note.currency,
      { zeroAsDash: true },
    ),
  ];
}

export default function CreditNoteList() {
  const { t } = useTranslation('billing');
  const list = useList(creditNotes);
  const columns = useColumns();
  return (
    <ListScreen
      title={t('credit.list')}
      list={list}
      search={t('credit.search')}
      filters={
        <>
          <FilterChoices
            list={list}
            name="status"
            label={t('field.status')}
            options={creditNoteStatuses.map((value) => ({ value, label: t(`creditStatus.${value}`) }))}
          />
          <DocumentFilters list={list} dateLabel={t('field.issueDate')} />
          <SavedViews list="credit_note" />
        </>
      }
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
      <DataTable label={t('credit.list')} list={list} columns={columns} />
    </ListScreen>
  );
}
