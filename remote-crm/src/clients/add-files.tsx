import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientFiles, permanentFolder } from '@daybook/contracts/crm/clients/client-files';
import { acceptedAt, maxFileBytes } from '@daybook/contracts/files';
import { ApiRefusal, upload } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { today } from '@daybook/shared/today';

interface AddFilesProps {
  clientId: string;
  /** The open folder, which the files are added to; the present year by default. */
  folder: string | null;
}

/** Adds files to a client, one after the other. */
export function AddFiles({ clientId, folder }: AddFilesProps) {
  const { t } = useTranslation('crm');
  const [keys] = useState(() => new WeakMap<File, string>());
  const [sending, setSending] = useState(0);
  const year = folder ?? today().slice(0, 4);
  const add = async (file: File) => {
    if (file.size > maxFileBytes) throw new ApiRefusal('FILE_TOO_LARGE', '');
    // An unanswered upload is sent again with the same key, so that the file is added only once.
    const idempotencyKey = keys.get(file) ?? crypto.randomUUID();
    keys.set(file, idempotencyKey);
    const input = {
      id: clientId,
      name: file.name.slice(-200),
      ...(year !== permanentFolder && { year: Number(year) }),
    };
    await upload(clientFiles.add, input, file, { idempotencyKey });
    await queryClient.invalidateQueries();
  };
  return (
    <Upload
      accept={acceptedAt('document')}
      multiple
      showUploadList={false}
      beforeUpload={(file) => {
        setSending((count) => count + 1);
        add(file)
          .catch((error: unknown) => notify.failure(`${file.name}: ${refusalText(error)}`))
          .finally(() => setSending((count) => count - 1));
        return false;
      }}
    >
      <Button icon={<UploadOutlined aria-hidden />} loading={sending > 0}>
        {t('file.add', { folder: year === permanentFolder ? t('file.permanent') : year })}
      </Button>
    </Upload>
  );
}
