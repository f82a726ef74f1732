import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import Table from 'antd/es/table';
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
import { download } from '@daybook/shared/call';
import { useSave } from '@daybook/shared/form/use-save';
import { ExportButton } from '@daybook/shared/list/export-button';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { Pager } from '@daybook/shared/list/pager';
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
  const count = (total.data?.total ?? 0) - (total.data?.withReason ?? 0);
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
      {(total.data?.withReason ?? 0) > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('statement.without', { count: total.data?.withReason ?? 0 })}
        />
      )}
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
  if (page.error !== null) return <ErrorBox error={page.error} onRetry={page.retry} />;
  return (
    <>
      <RefusedAddresses
        of={(page.data?.rows ?? []).flatMap(({ sentTo, copiedTo }) => [...sentTo, ...copiedTo])}
      />
      <Table<StatementRecipient>
        rowKey="id"
        size="small"
        aria-label={t('schedule.reach')}
        loading={page.data === undefined}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={page.data?.rows ?? []}
        columns={[
          { key: 'client', title: t('field.client'), render: (_, row) => <bdi>{row.client.label}</bdi> },
          { key: 'entity', title: t('field.entity'), render: (_, row) => <bdi>{row.entity.label}</bdi> },
          {
            key: 'to',
            title: t('send.to'),
            render: (_, row) =>
              row.reason === null ? (
                <bdi>{[...row.sentTo, ...row.copiedTo].join(', ')}</bdi>
              ) : (
                t('statement.noAddress')
              ),
          },
          {
            key: 'balance',
            title: t('ledger.closing'),
            align: 'end',
            render: (_, row) =>
              row.balances.map(({ currency, closing }) => (
                <div key={currency}>
                  <Amount minor={closing} currency={currency} />
                </div>
              )),
          },
        ]}
      />
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
