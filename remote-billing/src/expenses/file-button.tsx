import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { isShown, type Attachment } from '@daybook/contracts/files';
import { download } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { openFile } from '@daybook/shared/record/open-file';
import styles from './expenses.module.css';

interface FileButtonProps {
  expenseId: string;
  file: Attachment;
}

/** Opens the file in a new tab, with the type that the server determined. Types that browsers cannot show are saved instead. */
export function FileButton({ expenseId, file }: FileButtonProps) {
  const { t } = useTranslation('billing');
  const [isWorking, setWorking] = useState(false);
  const open = async () => {
    setWorking(true);
    try {
      await openFile(file, async () => download(expenses.file, { id: expenseId }));
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <Button icon={<PaperClipOutlined aria-hidden />} loading={isWorking} onClick={() => void open()}>
        <bdi className={styles.fileName}>{file.label}</bdi>
      </Button>
      {isShown(file.type) && file.type !== 'application/pdf' && (
        <Picture expenseId={expenseId} name={t('expense.fileOf', { name: file.label })} type={file.type} />
      )}
    </>
  );
}

function Picture({ expenseId, name, type }: { expenseId: string; name: string; type: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const wanted = new AbortController();
    let made: string | null = null;
    const show = async () => {
      const { blob } = await download(expenses.file, { id: expenseId }, { signal: wanted.signal });
      if (wanted.signal.aborted) return;
      made = URL.createObjectURL(new Blob([blob], { type }));
      setAddress(made);
    };
    // If the picture cannot be loaded, its place stays empty.
    show().catch(() => setAddress(null));
    return () => {
      wanted.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [expenseId, type]);
  return address === null ? null : <img src={address} alt={name} className={styles.picture} />;
}
