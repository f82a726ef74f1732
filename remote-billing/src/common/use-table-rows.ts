import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocale, numberLocale } from '@daybook/shared/i18n';
import type { Cell } from './read-columns.ts';

/**
 * The rows of a table that a person pastes or takes from a file. `unread` says why a table was not taken: it has more than `most`
 * rows, or cannot be read.
 */
export function useTableRows<Row>(
  rowsOf: (table: Cell[][], dates: string, numbers: string) => Row[],
  most: number,
) {
  const { t } = useTranslation('billing');
  const [rows, setRows] = useState<Row[]>([]);
  const [unread, setUnread] = useState<string | null>(null);
  const take = async (table: Promise<Cell[][]>) => {
    try {
      const found = rowsOf(await table, formatLocale(), numberLocale());
      const isTooLong = found.length > most;
      setUnread(isTooLong ? t('opening.tooMany', { count: most }) : null);
      setRows(isTooLong ? [] : found);
    } catch {
      setUnread(t('opening.unreadable'));
      setRows([]);
    }
  };
  return { rows, unread, take };
}
