import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  DocumentAttachment,
  DocumentAttachments,
} from '@daybook/contracts/billing/documents/document-attachments';
import { acceptedAt, isShown, maxFileBytes } from '@daybook/contracts/files';
import { ApiRefusal, download, upload } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { ErrorBox } from '../read/error-box.tsx';
import { refusalText } from '../read/refusal-text.tsx';
import { useRead } from '../read/use-read.tsx';
import { useSave } from '../form/use-save.tsx';
import { InstantText } from './date-text.tsx';
import { FileIcon } from './file-icon.tsx';
import { RecordSection } from './record-screen.tsx';
import { saveFile } from './save-file.tsx';
import { openFile } from './open-file.tsx';
import { TakeOffDialog } from './take-off-dialog.tsx';
import styles from './attachments.module.css';

interface AttachmentsProps {
  /** A draft has no number yet. */
  document: { id: string; number: string };
  endpoints: DocumentAttachments;
  mayEdit: boolean;
}

/**
 * The files of a document. Photos and PDFs open in the browser, others are downloaded. A file of a draft is deleted; a
 * file of an issued document is removed but stays on record.
 */
export function Attachments({ document: { id, number }, endpoints, mayEdit }: AttachmentsProps) {
  const { t } = useTranslation('shared');
  const { data, error, retry } = useRead(endpoints.list, { id });
  const [keys] = useState(() => new WeakMap<File, string>());
  const { save } = useSave(endpoints.takeOff);
  const [isSending, setSending] = useState(false);
  const [takenOff, setTakenOff] = useState<DocumentAttachment | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const tried = (work: () => Promise<unknown>) => {
    setRefusal(null);
    work().catch(setRefusal);
  };
  const add = async (file: File) => {
    if (file.size > maxFileBytes) throw new ApiRefusal('FILE_TOO_LARGE', '');
    setSending(true);
    // An unanswered upload is sent again with the same key, so that the file is attached only once.
    const idempotencyKey = keys.get(file) ?? crypto.randomUUID();
    keys.set(file, idempotencyKey);
    const input = { id, name: file.name.slice(-200) };
    await upload(endpoints.attach, input, file, { idempotencyKey }).finally(() => setSending(false));
    await queryClient.invalidateQueries();
  };
  const bytesOf = async (file: DocumentAttachment) => download(endpoints.file, { id, attachmentId: file.id });
  if (data === undefined && error !== null)
    return (
      <RecordSection title={t('attachments.title')}>
        <ErrorBox error={error} onRetry={retry} />
      </RecordSection>
    );
  if (data === undefined || (data.length === 0 && !mayEdit)) return null;
  return (
    <RecordSection title={t('attachments.title')}>
      <ul className={styles.files}>
        {data.map((file) => (
          <li key={file.id}>
            <FileIcon type={file.type} />
            <Attached file={file} open={() => tried(() => openFile(file, () => bytesOf(file)))} />
            <Button
              size="small"
              type="text"
              icon={<DownloadOutlined aria-hidden />}
              aria-label={t('attachments.download', { name: file.label })}
              onClick={() =>
                tried(async () => saveFile({ blob: (await bytesOf(file)).blob, name: file.label }))
              }
            />
            {mayEdit && file.removed === null && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('attachments.remove', { name: file.label })}
                onClick={() =>
                  number === '' ? tried(() => save({ id, attachmentId: file.id })) : setTakenOff(file)
                }
              />
            )}
          </li>
        ))}
      </ul>
      {mayEdit && <AddButton isSending={isSending} add={(file) => tried(() => add(file))} />}
      {refusal !== null && <Alert type="error" showIcon role="alert" title={refusalText(refusal)} />}
      {takenOff !== null && (
        <TakeOffDialog id={id} file={takenOff} endpoints={endpoints} onClose={() => setTakenOff(null)} />
      )}
    </RecordSection>
  );
}

function AddButton({ isSending, add }: { isSending: boolean; add: (file: File) => void }) {
  const { t } = useTranslation('shared');
  return (
    <Upload
      accept={acceptedAt('document')}
      showUploadList={false}
      beforeUpload={(file) => {
        add(file);
        return false;
      }}
    >
      <Button size="small" icon={<UploadOutlined aria-hidden />} loading={isSending}>
        {t('attachments.add')}
      </Button>
    </Upload>
  );
}

function Attached({ file, open }: { file: DocumentAttachment; open: () => void }) {
  const { t } = useTranslation('shared');
  const { label, type, by, at, removed } = file;
  const name = <bdi className={removed === null ? undefined : styles.struck}>{label}</bdi>;
  return (
    <span className={styles.file}>
      {isShown(type) ? (
        <Button type="link" size="small" className={styles.name ?? ''} onClick={open}>
          {name}
        </Button>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <div className={styles.small}>
        {by !== null && <bdi>{by} · </bdi>}
        <InstantText at={at} />
      </div>
      {removed !== null && (
        <div className={styles.small}>
          {t('attachments.takenOffBy', { name: removed.by })} <InstantText at={removed.at} />:{' '}
          <bdi>{removed.reason}</bdi>
        </div>
      )}
    </span>
  );
}
