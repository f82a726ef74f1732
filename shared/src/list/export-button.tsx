import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '../read/refusal-text.tsx';
import { saveFile } from '../record/save-file.tsx';
import { MenuButton } from './menu-button.tsx';
import type { ExportAs } from './use-list.tsx';

interface ExportButtonProps {
  exportAs: ExportAs;
  /** Its word is in a tooltip, because there is no room for it. */
  isTight?: boolean;
}

/** Exports all records of the filter as a spreadsheet. */
export function ExportButton({ exportAs, isTight = false }: ExportButtonProps) {
  const { t } = useTranslation('shared');
  const [isWorking, setWorking] = useState(false);
  /** The number of exports ahead of this one while it waits. */
  const [before, setBefore] = useState(0);
  const run = async (format: 'xlsx' | 'csv') => {
    setWorking(true);
    try {
      saveFile(await exportAs(format, { onWait: setBefore }));
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setWorking(false);
      setBefore(0);
    }
  };
  const items = [
    { key: 'xlsx', label: t('export.xlsx'), onClick: () => void run('xlsx') },
    { key: 'csv', label: t('export.csv'), onClick: () => void run('csv') },
  ];
  return (
    <MenuButton
      menu={{ items }}
      icon={<DownloadOutlined aria-hidden />}
      loading={isWorking}
      {...(isTight && before === 0 && { 'aria-label': t('export.label'), title: t('export.label') })}
    >
      {!(isTight && before === 0) && (
        <output>{before === 0 ? t('export.label') : t('export.waiting', { count: before })}</output>
      )}
    </MenuButton>
  );
}
