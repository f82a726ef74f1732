import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@daybook/shared/notify';
import { refusalText } from './refusal-text.tsx';
import { saveFile } from './save-file.tsx';
import type { List } from './use-list.tsx';

/** The whole filtered set as a spreadsheet. */
export function ExportButton({ exportAs }: { exportAs: NonNullable<List['exportAs']> }) {
  const { t } = useTranslation('shared');
  const [isWorking, setWorking] = useState(false);
  const run = async (format: 'xlsx' | 'csv') => {
    setWorking(true);
    try {
      saveFile(await exportAs(format));
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setWorking(false);
    }
  };
  const items = [
    { key: 'xlsx', label: t('export.xlsx'), onClick: () => void run('xlsx') },
    { key: 'csv', label: t('export.csv'), onClick: () => void run('csv') },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<DownloadOutlined aria-hidden />} loading={isWorking}>
        {t('export.label')}
      </Button>
    </Dropdown>
  );
}
