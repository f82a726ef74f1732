import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientFiles, permanentFolder, type ClientFile } from '@daybook/contracts/crm/clients/client-files';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { isShown } from '@daybook/contracts/files';
import { download } from '@daybook/shared/call';
import { useSave } from '@daybook/shared/form/use-save';
import { actionsColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { SearchBox } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { InstantText, instantDateText } from '@daybook/shared/record/date-text';
import { openFile } from '@daybook/shared/record/open-file';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { saveFile } from '@daybook/shared/record/save-file';
import { FileSize } from '@daybook/shared/record/file-size';
import { useMay } from '@daybook/shared/session';
import styles from '../crm.module.css';
import { AddFiles } from './add-files.tsx';
import { ChangeFileDialog } from './change-file-dialog.tsx';

const bin = 'bin';
const all = 'all';

/** The files of a client, by folder. What is deleted stays in the bin for a time. */
export default function ClientFiles({
  client: { id: clientId, erasedAt },
}: {
  client: Pick<Client, 'id' | 'erasedAt'>;
}) {
  const { t } = useTranslation('crm');
  const list = useList(clientFiles, { id: clientId });
  const mayEdit = useMay('clients.edit') && erasedAt === null;
  const columns = useColumns(clientId, mayEdit);
  const { folder } = list.filter;
  return (
    <RecordSection
      title={t('tab.files')}
      extra={mayEdit && <AddFiles clientId={clientId} folder={folder ?? null} />}
    >
      <div className={styles.stack}>
        <Folders clientId={clientId} list={list} />
        <SearchBox label={t('file.search')} q={list.q} setQ={list.setQ} />
        {list.error !== null && <ErrorBox error={list.error} onRetry={list.retry} />}
        {!list.isLoading && list.error === null && list.rows.length === 0 && (
          <span className={styles.aside}>{t(list.isFiltered ? 'shared:list.noneMatch' : 'file.none')}</span>
        )}
        {list.rows.length > 0 && <DataTable label={t('tab.files')} list={list} columns={columns} />}
        <EnquiryFiles clientId={clientId} />
      </div>
    </RecordSection>
  );
}

interface FoldersProps {
  clientId: string;
  list: Pick<ReturnType<typeof useList<typeof clientFiles>>, 'filter' | 'setFilter'>;
}

function Folders({ clientId, list: { filter, setFilter } }: FoldersProps) {
  const { t } = useTranslation('crm');
  const { data } = useRead(clientFiles.folders, { id: clientId });
  const chosen = filter.bin === undefined ? (filter.folder ?? all) : bin;
  const known = (data?.folders ?? []).map(({ year, files }) => ({
    value: year === null ? permanentFolder : String(year),
    label: `${year ?? t('file.permanent')} (${files})`,
  }));
  const options = [
    { value: all, label: t('file.all') },
    ...known,
    // The folder of the address may be empty by now.
    ...(chosen !== all && chosen !== bin && known.every(({ value }) => value !== chosen)
      ? [{ value: chosen, label: chosen === permanentFolder ? t('file.permanent') : chosen }]
      : []),
    { value: bin, label: t('file.bin', { count: data?.inBin ?? 0 }) },
  ];
  const choose = (next: string) =>
    setFilter({
      folder: next === all || next === bin ? undefined : next,
      bin: next === bin ? 'true' : undefined,
    });
  return (
    <div className={styles.scroll}>
      <Segmented aria-label={t('file.folder')} value={chosen} onChange={choose} options={options} />
    </div>
  );
}

function useColumns(clientId: string, mayEdit: boolean): ColumnsOf<typeof clientFiles> {
  const { t } = useTranslation('crm');
  return [
    {
      title: t('file.name'),
      isHeading: true,
      sort: 'name',
      render: (file) => <FileName clientId={clientId} file={file} />,
    },
    textColumn(t('file.folder'), ({ year }) => (year === null ? t('file.permanent') : String(year)), {
      width: 110,
    }),
    { title: t('file.size'), align: 'end', width: 90, render: ({ size }) => <FileSize bytes={size} /> },
    { title: t('file.added'), width: 105, sort: 'added', render: ({ at }) => <InstantText at={at} /> },
    textColumn(t('file.by'), ({ by }) => by, { isShort: true }),
    actionsColumn(t('actions'), (file) => <FileSteps clientId={clientId} file={file} mayEdit={mayEdit} />),
  ];
}

/** The files of the enquiries that the client came from. They stay there, in no folder. */
function EnquiryFiles({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const { data, error, retry } = useRead(clientFiles.ofEnquiries, { id: clientId });
  if (data === undefined) return error === null ? null : <ErrorBox error={error} onRetry={retry} />;
  if (data.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{t('file.ofEnquiries')}</h3>
      <ul className={styles.list} aria-label={t('file.ofEnquiries')}>
        {data.map((file) => (
          <li key={file.id} className={styles.row}>
            <OpenFile
              file={file}
              bytes={async () => download(clientFiles.enquiryFile, { id: clientId, fileId: file.id })}
            />
            <span className={styles.aside}>
              {file.enquiryNo} · {file.by !== null && <bdi>{file.by} · </bdi>}
              <InstantText at={file.at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface OneProps {
  clientId: string;
  file: ClientFile;
}

const told = (error: unknown) => notify.failure(refusalText(error));

const FileName = ({ clientId, file }: OneProps) => (
  <OpenFile file={file} bytes={async () => download(clientFiles.file, { id: clientId, fileId: file.id })} />
);

interface OpenFileProps {
  file: Pick<ClientFile, 'label' | 'type'>;
  bytes: () => ReturnType<typeof download>;
}

function OpenFile({ file, bytes }: OpenFileProps) {
  const open = () => {
    if (isShown(file.type)) openFile(file, bytes).catch(told);
    else
      bytes()
        .then(({ blob }) => saveFile({ blob, name: file.label }))
        .catch(told);
  };
  return (
    <Button type="link" size="small" onClick={open}>
      <bdi>{file.label}</bdi>
    </Button>
  );
}

function FileSteps({ clientId, file, mayEdit }: OneProps & { mayEdit: boolean }) {
  const { t } = useTranslation('crm');
  const [isChanging, setChanging] = useState(false);
  const { save: remove } = useSave(clientFiles.remove);
  const { save: restore } = useSave(clientFiles.restore);
  const at = { id: clientId, fileId: file.id };
  const label = { name: file.label };
  if (!mayEdit) return null;
  if (file.deletedAt !== null)
    return (
      <Button
        size="small"
        title={t('file.deletedOn', { date: instantDateText(file.deletedAt) })}
        onClick={() => {
          restore(at, file.version).then(() => notify.success(t('file.restored', label)), told);
        }}
      >
        {t('file.restore')}
      </Button>
    );
  return (
    <div className={styles.moves}>
      <Button size="small" aria-label={t('file.changeOf', label)} onClick={() => setChanging(true)}>
        {t('file.change')}
      </Button>
      <Button
        size="small"
        aria-label={t('file.removeOf', label)}
        onClick={() => {
          remove(at, file.version).then(() => notify.success(t('file.removed', label)), told);
        }}
      >
        {t('action.remove')}
      </Button>
      {isChanging && <ChangeFileDialog clientId={clientId} file={file} onClose={() => setChanging(false)} />}
    </div>
  );
}
