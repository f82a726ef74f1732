import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mostImportBytes } from '@daybook/contracts/imports/imports';
import { ApiRefusal, download, upload } from '@daybook/shared/call';
import { linkColumn, statusColumn, textColumn, type Column, type ColumnsOf } from '../list/columns.tsx';
import { DataTable } from '../list/data-table.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { useColumnChoice } from '../list/use-column-choice.tsx';
import { useList, type RowOf } from '../list/use-list.tsx';
import { queryClient } from '@daybook/shared/query-client';
import { ErrorBox } from '../read/error-box.tsx';
import { countText } from '../record/count-text.tsx';
import { InstantText } from '../record/date-text.tsx';
import { saveFile } from '../record/save-file.tsx';
import type { ImportedKind } from './imported-kind.ts';
import { statusTones } from './import-tones.ts';

type Endpoints = ImportedKind['endpoints'];
type Row = RowOf<Endpoints>;

const figure = (name: string, title: string, of: (row: Row) => number): Column<Row, never> => ({
  title,
  name,
  align: 'end',
  width: 100,
  render: (row) => countText(of(row)),
});

function useColumns({ address }: ImportedKind): ColumnsOf<Endpoints> {
  const { t } = useTranslation('import-screens');
  return [
    linkColumn(
      t('file'),
      ({ fileName }) => fileName,
      ({ id }) => address(id),
    ),
    { title: t('at'), name: 'at', width: 170, sort: 'at', render: ({ at }) => <InstantText at={at} /> },
    textColumn(t('importedBy'), ({ by }) => by, { name: 'by' }),
    statusColumn(t('statusLabel'), ({ status }) => ({
      tone: statusTones[status],
      label: t(`status.${status}`),
    })),
    figure('rows', t('rows'), ({ rows }) => rows),
    figure('made', t('outcome.made'), ({ outcomes }) => outcomes.made),
    figure('changed', t('outcome.changed'), ({ outcomes }) => outcomes.changed),
    figure('refused', t('outcome.refused'), ({ outcomes }) => outcomes.refused),
  ];
}

interface ImportListProps {
  kind: ImportedKind;
  title: string;
}

/** The imports of the last 30 days; a new one begins with its file. */
export function ImportList({ kind, title }: ImportListProps) {
  const { t } = useTranslation('import-screens');
  const list = useList(kind.endpoints);
  const columns = useColumnChoice(kind.name, list, useColumns(kind));
  return (
    <ListScreen
      title={title}
      list={list}
      empty={t('empty')}
      columns={columns}
      primary={<Begin kind={kind} />}
    >
      <DataTable label={title} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function Begin({ kind: { endpoints, address } }: { kind: ImportedKind }) {
  const { t } = useTranslation('import-screens');
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
    if (file.size > mostImportBytes) throw new ApiRefusal('FILE_TOO_LARGE', t('tooLarge'));
    // An unanswered upload is sent again with the same key, so that the file is read only once.
    const idempotencyKey = keys.get(file) ?? crypto.randomUUID();
    keys.set(file, idempotencyKey);
    const made = await upload(endpoints.upload, { name: file.name.slice(-200) }, file, {
      idempotencyKey,
    });
    await queryClient.invalidateQueries();
    void navigate(address(made.id));
  };
  return (
    <>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        onClick={() => tried(async () => saveFile(await download(endpoints.template, {})))}
      >
        {t('template')}
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
          {t('choose')}
        </Button>
      </Upload>
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}
