import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  postdatedCheques,
  postdatedStatuses,
  type PostdatedCheque,
} from '@daybook/contracts/billing/receipts/postdated-cheques';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { dateColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useSave } from '@daybook/shared/form/use-save';
import { receiptAddress } from '../common/addresses.ts';
import { useDocumentFilters } from '../common/document-filters.tsx';

const tones: Record<PostdatedCheque['status'], Tone> = {
  waiting: 'waiting',
  received: 'done',
  withdrawn: 'draft',
};

/** The status of a cheque, with its receipt, or with the reason why none could be created on its day. */
function State({ cheque: { status, receipt, failure } }: { cheque: PostdatedCheque }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <StatusTag tone={failure === null ? tones[status] : 'overdue'}>
        {t(`postdated.status.${status}`)}
      </StatusTag>{' '}
      {receipt !== null && <Link to={receiptAddress(receipt.id)}>{receipt.label}</Link>}
      {failure !== null && status === 'waiting' && fieldText(failure)}
    </>
  );
}

function useColumns(withdraw: (cheque: PostdatedCheque) => void): ColumnsOf<typeof postdatedCheques> {
  const { t } = useTranslation('billing');
  const may = useMay('receipts.add');
  return [
    dateColumn(t('postdated.dueOn'), (cheque) => cheque.dueOn, { sort: 'dueOn' }),
    textColumn(t('field.client'), (cheque) => cheque.client.label, { name: 'client' }),
    {
      title: t('postdated.cheque'),
      name: 'cheque',
      render: (one) => <bdi>{`${one.instrumentNo} · ${one.instrumentBank}`}</bdi>,
    },
    { title: t('field.status'), width: 170, render: (cheque) => <State cheque={cheque} /> },
    moneyColumn(
      t('postdated.amount'),
      (cheque) => cheque.amount,
      (cheque) => cheque.currency,
    ),
    {
      title: '',
      width: 60,
      render: (cheque) =>
        may &&
        cheque.status === 'waiting' && (
          <MoreActions
            actions={[{ key: 'withdraw', label: t('postdated.withdraw'), begin: () => withdraw(cheque) }]}
          />
        ),
    },
  ];
}

function Withdraw({ cheque, onClose }: { cheque: PostdatedCheque; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(postdatedCheques.withdraw);
  const { id, version, instrumentNo } = cheque;
  return (
    <ReasonDialog
      question={t('postdated.withdrawQuestion', { number: instrumentNo })}
      label={t('reason')}
      verb={t('postdated.withdraw')}
      isRequired
      run={async (reason) => {
        await save({ id, reason: reason ?? '' }, version);
        notify.success(t('postdated.withdrawn', { number: instrumentNo }));
      }}
      onClose={onClose}
    />
  );
}

/** Cheques dated in the future. Each becomes a receipt on its day. */
export default function PostdatedList() {
  const { t } = useTranslation('billing');
  const list = useList(postdatedCheques);
  const [asked, setAsked] = useState<PostdatedCheque | null>(null);
  const columns = useColumnChoice('postdated_cheque', list, useColumns(setAsked));
  return (
    <ListScreen
      title={t('postdated.list')}
      list={list}
      search={t('postdated.search')}
      filterBar={<ChequeFilters list={list} />}
      columns={columns}
      empty={t('postdated.empty')}
    >
      <DataTable label={t('postdated.list')} list={list} columns={columns.columns} />
      {asked !== null && <Withdraw cheque={asked} onClose={() => setAsked(null)} />}
    </ListScreen>
  );
}

function ChequeFilters({ list }: { list: ReturnType<typeof useList<typeof postdatedCheques>> }) {
  const { t } = useTranslation('billing');
  const status = barFilters(list).choices(
    'status',
    t('field.status'),
    postdatedStatuses.map((value) => ({ value, label: t(`postdated.status.${value}`) })),
  );
  const others = useDocumentFilters(list, t('postdated.dueOn'));
  return <FilterBar list={list} filters={[status, ...others]} />;
}
