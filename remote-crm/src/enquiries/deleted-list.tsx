import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { deletedEnquiries, type DeletedEnquiry } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { useSave } from '@daybook/shared/form/use-save';
import { actionsColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { enquiryAddress } from '../addresses.ts';
import { EnquiryStatusTag } from './enquiry-status-tag.tsx';

function useColumns(): ColumnsOf<typeof deletedEnquiries> {
  const { t } = useTranslation('crm');
  return [
    textColumn(t('enquiry.no'), (row) => row.no, { name: 'no', width: 110 }),
    {
      ...textColumn<DeletedEnquiry>(t('enquiry.name'), ({ company, name }) =>
        company === null ? name : `${company} (${name})`,
      ),
      isHeading: true,
    },
    { title: t('enquiry.status'), width: 120, render: (row) => <EnquiryStatusTag status={row.status} /> },
    textColumn(t('enquiry.owner'), (row) => row.owner.label, { name: 'owner', isShort: true }),
    {
      title: t('bin.at'),
      name: 'at',
      sort: 'deletedAt',
      width: 150,
      render: (row) => <InstantText at={row.deletedAt} />,
    },
    textColumn(t('bin.by'), (row) => row.deletedBy, { name: 'by', isShort: true }),
    {
      title: t('bin.keptUntil'),
      name: 'keptUntil',
      width: 150,
      render: (row) => <InstantText at={row.keptUntil} />,
    },
    actionsColumn(t('actions'), (row) => <Restore enquiry={row} />),
  ];
}

function Restore({ enquiry: { id, no, version } }: { enquiry: DeletedEnquiry }) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { save, isSaving } = useSave(enquiries.restore);
  const restore = async () => {
    try {
      await save({ id }, version);
      notify.success(t('bin.restored', { no }), {
        action: { label: t('enquiry.show'), run: () => void navigate(enquiryAddress(id)) },
      });
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button
      size="small"
      loading={isSaving}
      aria-label={t('bin.restoreOne', { no })}
      onClick={() => void restore()}
    >
      {t('bin.restore')}
    </Button>
  );
}

/** Enquiries deleted in the last 30 days, which can be restored. */
export default function DeletedList() {
  const { t } = useTranslation('crm');
  const list = useList(deletedEnquiries);
  const columns = useColumnChoice('deleted_enquiry', list, useColumns());
  return (
    <ListScreen
      title={t('bin.title')}
      list={list}
      search={t('bin.search')}
      empty={t('bin.empty')}
      columns={columns}
      filters={<FilterLookup list={list} name="owner" label={t('enquiry.owner')} kind="person" />}
    >
      <DataTable label={t('bin.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
