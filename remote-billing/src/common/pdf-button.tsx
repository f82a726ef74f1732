import FilePdfOutlined from '@ant-design/icons/es/icons/FilePdfOutlined';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { download } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';

interface PdfButtonProps<E extends Endpoint> {
  endpoint: E;
  input: InputOf<E>;
  /** The number of the document, if a page shows several. */
  of?: string;
}

/** Opens a document's PDF in a new tab, or saves it as a file if the browser blocks the tab. */
export function PdfButton<E extends Endpoint>({ endpoint, input, of }: PdfButtonProps<E>) {
  const { t } = useTranslation('billing');
  const [isWorking, setWorking] = useState(false);
  const open = async () => {
    setWorking(true);
    // Opened before the request: browsers block a tab that opens after the answer as a pop-up.
    const tab = window.open('', '_blank');
    try {
      show(await download(endpoint, input), tab);
    } catch (error) {
      tab?.close();
      notify.failure(refusalText(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      icon={<FilePdfOutlined aria-hidden />}
      loading={isWorking}
      aria-label={of && `${t('pdf')} ${of}`}
      onClick={() => void open()}
    >
      {t('pdf')}
    </Button>
  );
}

const keptMs = 60_000;

function show({ blob, name }: { blob: Blob; name: string }, tab: Window | null): void {
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
  if (tab === null) Object.assign(document.createElement('a'), { href: url, download: name }).click();
  else tab.location.replace(url);
  // The tab needs a moment to load the file before its address is revoked.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
