import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import {
  statementKinds,
  statementRecipients,
  type StatementKind,
  type StatementRecipient,
} from '@daybook/contracts/receivables/statements/statements';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { download } from '@daybook/shared/call';
import { useSave } from '@daybook/shared/form/use-save';
import { ExportButton } from '@daybook/shared/list/export-button';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { refusalText } from '@daybook/shared/read/refusal-text';
import type { Column } from '@daybook/shared/list/columns';
import { Pager } from '@daybook/shared/list/pager';
import { RowTable } from '@daybook/shared/list/row-table';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { RefusedAddresses } from '@daybook/shared/record/refused-addresses';
import { today } from '@daybook/shared/today';

/** Whose statements are sent: the filter of the list, or clients chosen in it. */
interface Chosen {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  entityId?: string | undefined;
  groupId?: string | undefined;
  crmId?: string | undefined;
  withBalance?: boolean;
  clientIds?: string[];
}

/** Who would get a statement and why others would not, page by page, and the command that sends them in the background. */
export default function SendStatements({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const [kind, setKind] = useState<StatementKind>('period');
  const { q, from, to, withBalance, ...filter } = chosen;
  const asOf = to ?? today();
  useReturnFocus();
  const asked = {
    q: q || undefined,
    filter: {
      ...filter,
      kind,
      asOf,
      ...(from !== undefined && { from }),
      ...(withBalance === true && { withBalance: 'true' }),
    },
  };
  const total = useRead(statementRecipients.total, asked);
  const { save, isSaving } = useSave(statementRecipients.sendAll);
  const excluded = total.data?.withReason ?? 0;
  const count = (total.data?.total ?? 0) - excluded;
  const send = async () => {
    try {
      const { id } = await save({
        kind,
        asOf,
        ...(q && { q }),
        ...(from !== undefined && { from }),
        filter: { ...filter, ...(withBalance === true && { withBalance }) },
      });
      notify.success(t('statement.begun'));
      void navigate(recordPath('job', id));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Modal
      open
      width={820}
      title={t('statement.sendMany')}
      okText={t('statement.sendCount', { count })}
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={isSaving}
      cancelText={t('shared:confirm.cancel')}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{t('statement.manyMeans')}</p>
      <Select
        aria-label={t('statement.kind')}
        value={kind}
        onChange={setKind}
        popupMatchSelectWidth={false}
        options={statementKinds.map((one) => ({ value: one, label: t(`statement.kinds.${one}`) }))}
      />{' '}
      <ExportButton
        exportAs={async (format, options) =>
          download(statementRecipients.export, { ...asked, format }, options)
        }
      />
      {excluded > 0 && <Alert type="warning" showIcon title={t('statement.without', { count: excluded })} />}
      <Recipients key={kind} asked={asked} />
    </Modal>
  );
}

function Recipients({ asked }: { asked: object }) {
  const { t } = useTranslation('billing');
  const [cursor, setCursor] = useState<string | null>(null);
  const [pageSize, setPageSize] = useState(20);
  const page = useRead(statementRecipients.list, {
    ...asked,
    pageSize,
    ...(cursor !== null && { cursor }),
  });
  const columns: Column<StatementRecipient, never>[] = [
    { title: t('field.client'), render: (row) => <bdi>{row.client.label}</bdi> },
    { title: t('field.entity'), render: (row) => <bdi>{row.entity.label}</bdi> },
    {
      title: t('send.to'),
      render: (row) =>
        row.reason === null ? (
          <bdi>{[...row.sentTo, ...row.copiedTo].join(', ')}</bdi>
        ) : (
          t('statement.noAddress')
        ),
    },
    {
      title: t('ledger.closing'),
      align: 'end',
      render: (row) =>
        row.balances.map(({ currency, closing }) => (
          <div key={currency}>
            <Amount minor={closing} currency={currency} />
          </div>
        )),
    },
  ];
  if (page.error !== null) return <ErrorBox error={page.error} onRetry={page.retry} />;
  return (
    <>
      <RefusedAddresses
        of={(page.data?.rows ?? []).flatMap(({ sentTo, copiedTo }) => [...sentTo, ...copiedTo])}
      />
      {page.data === undefined ? (
        <PageSkeleton shape="list" />
      ) : (
        <RowTable label={t('schedule.reach')} rows={page.data.rows} columns={columns} isDense />
      )}
      {page.data !== undefined && (
        <Pager
          list={{
            ...page.data,
            isFirst: cursor === null,
            goTo: setCursor,
            pageSize,
            setPageSize,
          }}
        />
      )}
    </>
  );
}
