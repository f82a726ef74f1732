import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { mostImportBytes } from '@daybook/contracts/imports/imports';
import { ApiRefusal, download, upload } from '@daybook/shared/call';
import {
  linkColumn,
  statusColumn,
  textColumn,
  type Column,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList, type RowOf } from '@daybook/shared/list/use-list';
import { queryClient } from '@daybook/shared/query-client';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { countText } from '@daybook/shared/record/count-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { saveFile } from '@daybook/shared/record/save-file';
import { clientImportAddress } from '../addresses.ts';
import { statusTones } from './import-tones.ts';

type Row = RowOf<typeof clientImports>;

const figure = (title: string, of: (row: Row) => number): Column<Row, never> => ({
  title,
  align: 'end',
  width: 100,
  render: (row) => countText(of(row)),
});

function useColumns(): ColumnsOf<typeof clientImports> {
  const { t } = useTranslation('crm');
  return [
    linkColumn(
      t('import.file'),
      ({ fileName }) => fileName,
      ({ id }) => clientImportAddress(id),
    ),
    { title: t('import.at'), width: 170, sort: 'at', render: ({ at }) => <InstantText at={at} /> },
    textColumn(t('import.importedBy'), ({ by }) => by),
    statusColumn(t('client.status'), ({ status }) => ({
      tone: statusTones[status],
      label: t(`import.status.${status}`),
    })),
    figure(t('import.rows'), ({ rows }) => rows),
    figure(t('import.outcome.made'), ({ outcomes }) => outcomes.made),
    figure(t('import.outcome.changed'), ({ outcomes }) => outcomes.changed),
    figure(t('import.outcome.refused'), ({ outcomes }) => outcomes.refused),
  ];
}

/** The imports of the last 30 days; a new one begins with its file. */
export default function ImportList() {
  const { t } = useTranslation('crm');
  const list = useList(clientImports);
  const columns = useColumns();
  return (
    <ListScreen title={t('import.title')} list={list} empty={t('import.empty')} primary={<Begin />}>
      <DataTable label={t('import.title')} list={list} columns={columns} />
    </ListScreen>
  );
}

function Begin() {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [keys] = useState(() => new WeakMap<File, string>());
  const tried = (work: () => Promise<unknown>) => {
    setRefusal(null);
    setSending(true);
    work()
      .catch(setRefusal)
      .finally(() => setSending(false));
  };
  const send = async (file: File) => {
    if (file.size > mostImportBytes) throw new ApiRefusal('FILE_TOO_LARGE', t('import.tooLarge'));
    // An unanswered upload is sent again with the same key, so that the file is read only once.
    const idempotencyKey = keys.get(file) ?? crypto.randomUUID();
    keys.set(file, idempotencyKey);
    const made = await upload(clientImports.upload, { name: file.name.slice(-200) }, file, {
      idempotencyKey,
    });
    await queryClient.invalidateQueries();
    void navigate(clientImportAddress(made.id));
  };
  return (
    <>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        onClick={() => tried(async () => saveFile(await download(clientImports.template, {})))}
      >
        {t('import.template')}
      </Button>
      <Upload
        accept=".xlsx,.csv,.tsv,.txt"
        showUploadList={false}
        beforeUpload={(file) => {
          tried(() => send(file));
          return false;
        }}
      >
        <Button type="primary" icon={<UploadOutlined aria-hidden />} loading={isSending}>
          {t('import.choose')}
        </Button>
      </Upload>
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}
