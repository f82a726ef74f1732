import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceAttachments, type InvoiceAttachment } from '@daybook/contracts/billing/invoice-attachments';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { fileTypes, maxFileBytes } from '@daybook/contracts/files';
import { ApiRefusal, download, upload } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { useMay } from '@daybook/shared/session';
import { InstantText } from '@daybook/shared/ui/date-text';
import { RecordSection } from '@daybook/shared/ui/record-screen';
import { refusalText } from '@daybook/shared/ui/refusal-text';
import { useRead } from '@daybook/shared/ui/use-read';
import { useSave } from '@daybook/shared/ui/use-save';
import styles from './invoices.module.css';

/** Photos and PDFs beside the invoice; those of an issued one stay. */
export function InvoiceAttachments({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('invoices.edit');
  const { data } = useRead(invoiceAttachments.list, { id: invoice.id });
  const { save } = useSave(invoiceAttachments.remove);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const tried = async (work: () => Promise<unknown>) => {
    setRefusal(null);
    await work().catch(setRefusal);
  };
  const add = (file: File) =>
    tried(async () => {
      if (file.size > maxFileBytes) throw new ApiRefusal('FILE_TOO_LARGE', '');
      setSending(true);
      await upload(invoiceAttachments.add, { id: invoice.id, name: file.name.slice(-200) }, file).finally(
        () => setSending(false),
      );
      await queryClient.invalidateQueries();
    });
  if (data === undefined || (data.length === 0 && !mayEdit)) return null;
  return (
    <RecordSection title={t('attachments.title')}>
      <ul className={styles.waiting}>
        {data.map((file) => (
          <li key={file.id}>
            <Attached file={file} open={() => tried(() => keep(invoice.id, file))} />
            {mayEdit && invoice.number === '' && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('attachments.remove', { name: file.label })}
                onClick={() => void tried(() => save({ id: invoice.id, attachmentId: file.id }))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Upload
          accept={fileTypes.join(',')}
          showUploadList={false}
          beforeUpload={(file) => {
            void add(file);
            return false;
          }}
        >
          <Button size="small" icon={<UploadOutlined aria-hidden />} loading={isSending}>
            {t('attachments.add')}
          </Button>
        </Upload>
      )}
      {refusal !== null && <Alert type="error" showIcon role="alert" title={refusalText(refusal)} />}
    </RecordSection>
  );
}

function Attached({ file, open }: { file: InvoiceAttachment; open: () => Promise<void> }) {
  const { t } = useTranslation('billing');
  return (
    <span>
      <Button type="link" size="small" className={styles.file} onClick={() => void open()}>
        <bdi>{file.label}</bdi>
      </Button>
      <div className={styles.small}>
        {file.by !== null && <bdi>{t('mails.by', { name: file.by })}</bdi>} <InstantText at={file.at} />
      </div>
    </span>
  );
}

async function keep(id: string, file: InvoiceAttachment): Promise<void> {
  const { blob } = await download(invoiceAttachments.file, { id, attachmentId: file.id });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: file.label }).click();
  URL.revokeObjectURL(url);
}
