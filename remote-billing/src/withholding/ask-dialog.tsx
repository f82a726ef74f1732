import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import {
  certificateRequests,
  type CertificateRequest,
} from '@daybook/contracts/receivables/withholding/certificate-requests';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import type { Column } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { onePage } from '@daybook/shared/list/one-page';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RefusedAddresses } from '@daybook/shared/record/refused-addresses';
import { AskText } from './ask-text.tsx';

type Preview = OutputOf<typeof certificateRequests.preview>;
type Row = CertificateRequest & { id: string };

interface AskDialogProps {
  /** The clients to ask; without a choice, all clients whose certificate is late. */
  whom: InputOf<typeof certificateRequests.preview>;
  onClose: () => void;
}

/** Who would be asked for what, and why others would not, with the command that sends the mails. */
export default function AskDialog({ whom, onClose }: AskDialogProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const read = useFreshRead(certificateRequests.preview, whom);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const rows = (read.data?.rows ?? []).map((row) => ({ ...row, id: `${row.client.id} ${row.entity.id}` }));
  const due = rows.filter(({ why }) => why === null);
  const chosen = due.filter(({ id }) => !left.has(id));
  const { send, isSending } = useSending(chosen, onClose);
  return (
    <Modal
      open
      width={1100}
      title={t('withholding.ask.title')}
      okText={t('withholding.ask.send', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 || read.data?.canMail === false }}
      cancelText={t('shared:confirm.cancel')}
      confirmLoading={isSending}
      onOk={() => void send()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <p>{t('withholding.ask.means')}</p>
      <ReadView of={read} shape="list">
        {(preview) => (
          <Preview
            preview={preview}
            rows={rows}
            chosen={chosen}
            choose={(keys) => setLeft(new Set(due.map(({ id }) => id).filter((id) => !keys.includes(id))))}
          />
        )}
      </ReadView>
    </Modal>
  );
}

/** One mail is sent at once; several are sent in a job. */
function useSending(chosen: readonly Row[], onClose: () => void) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const single = useSave(certificateRequests.send);
  const many = useSave(certificateRequests.start);
  // The same id however often it is pressed, so that one mail goes out.
  const [id] = useState(() => crypto.randomUUID());
  const items = chosen.map(({ client, entity }) => ({ clientId: client.id, entityId: entity.id }));
  const send = async () => {
    const [first, ...others] = items;
    if (!first) return;
    try {
      if (others.length > 0) {
        const job = await many.save({ items });
        onClose();
        void navigate(recordPath('job', job.id));
        return;
      }
      const { client } = await single.save({ id, ...first });
      notify.success(t('withholding.ask.sent', { name: client.label }));
      onClose();
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return { send, isSending: single.isSaving || many.isSaving };
}

interface PreviewProps {
  preview: Preview;
  rows: readonly Row[];
  chosen: readonly Row[];
  choose: (keys: readonly string[]) => void;
}

function Preview({ preview: { canMail, isMore }, rows, chosen, choose }: PreviewProps) {
  const { t } = useTranslation('billing');
  const [shown, setShown] = useState<Row | null>(null);
  const columns = useColumns(setShown);
  if (rows.length === 0) return <p>{t('withholding.ask.none')}</p>;
  return (
    <>
      {!canMail && <Alert type="warning" showIcon title={t('withholding.ask.noMail')} />}
      <RefusedAddresses of={rows.flatMap(({ sentTo, copiedTo }) => [...sentTo, ...copiedTo])} />
      {isMore && <Alert type="info" showIcon title={t('withholding.ask.more', { count: rows.length })} />}
      <DataTable
        label={t('withholding.ask.title')}
        list={onePage(rows)}
        columns={columns}
        selection={{
          keys: chosen.map(({ id }) => id),
          onChange: choose,
          isDisabled: ({ why }) => why !== null,
        }}
      />
      {shown !== null && <AskText of={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function useColumns(show: (row: Row) => void): readonly Column<Row, never>[] {
  const { t } = useTranslation('billing');
  return [
    { title: t('field.client'), isHeading: true, render: ({ client }) => <bdi>{client.label}</bdi> },
    { title: t('field.entity'), render: ({ entity }) => <bdi>{entity.label}</bdi> },
    {
      title: t('withholding.ask.to'),
      render: ({ why, sentTo, copiedTo }) =>
        why === null ? <bdi>{[...sentTo, ...copiedTo].join(', ')}</bdi> : t(`withholding.ask.why.${why}`),
    },
    {
      title: t('withholding.ask.asked'),
      align: 'end',
      render: ({ entries, totals }) => (
        <>
          {totals.map(({ currency, amount }) => (
            <div key={currency}>
              <Amount minor={amount} currency={currency} />
            </div>
          ))}
          {entries.length > 0 && t('withholding.ask.entries', { count: entries.length })}
        </>
      ),
    },
    {
      title: t('withholding.ask.lastAsked'),
      render: ({ lastAskedOn }) => (lastAskedOn === null ? '–' : <DateText date={lastAskedOn} />),
    },
    {
      title: t('withholding.ask.read'),
      isActions: true,
      render: (row) =>
        row.why === null && (
          <Button
            size="small"
            aria-label={`${t('withholding.ask.read')}: ${t('withholding.ask.readOf', { client: row.client.label })}`}
            onClick={() => show(row)}
          >
            {t('withholding.ask.read')}
          </Button>
        ),
    },
  ];
}
