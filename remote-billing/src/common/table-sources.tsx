import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cell } from './read-columns.ts';
import { tableOfFile, tableOfText } from './read-table.ts';
import styles from './common.module.css';
import { LongText } from '@daybook/shared/inputs/long-text';

interface TableSourcesProps {
  isFilled: boolean;
  onTable: (table: Promise<Cell[][]>) => void;
}

/** A table to import: from a file, or pasted. */
export function TableSources({ isFilled, onTable }: TableSourcesProps) {
  const { t } = useTranslation('billing');
  const id = useId();
  return (
    <div className={styles.sources}>
      <label htmlFor={`${id}-file`}>{t('opening.file')}</label>
      <input
        id={`${id}-file`}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onTable(tableOfFile(file));
        }}
      />
      <label htmlFor={`${id}-text`}>{t('opening.paste')}</label>
      <LongText
        id={`${id}-text`}
        rows={[3, 8]}
        data-unsaved={isFilled}
        onChange={({ target }) => onTable(tableOfText(target.value))}
      />
    </div>
  );
}
