import { useState } from 'react';
import { listColumns, type ListColumns } from '@daybook/contracts/list-columns';
import type { SavedList } from '@daybook/contracts/saved-views';
import { call } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { oneAtATime } from '../one-at-a-time.ts';
import { refusalText } from '../read/refusal-text.tsx';
import { useRead } from '../read/use-read.tsx';
import type { Column } from './columns.tsx';
import type { List } from './use-list.tsx';

export interface ColumnChoice<Row = never, Sort extends string = string> {
  /** All columns, for the table; those that are not chosen are hidden. */
  columns: readonly Column<Row, Sort>[];
  /** The columns that can be hidden, in their order. */
  choices: readonly { name: string; title: string; isShown: boolean }[];
  /** The person's last choice is not known yet. */
  isLoading: boolean;
  /** The columns are not the list's usual ones. */
  isChosen: boolean;
  choose: (names: readonly string[]) => void;
  reset: () => void;
}

/**
 * The columns of a list: those in its address, else those that the person chose last, else the usual ones. The list is
 * named by the kind of its records.
 */
export function useColumnChoice<Row, Sort extends string>(
  name: SavedList,
  list: Pick<List, 'columns' | 'setColumns'>,
  columns: readonly Column<Row, Sort>[],
): ColumnChoice<Row, Sort> {
  const { data, error } = useRead(listColumns.list, {});
  const [keep] = useState(() => keeperOf(name));
  const chosen = list.columns ?? data?.find((one) => one.list === name)?.columns;
  const shown = columns.map((column) => {
    if (column.name === undefined || chosen === undefined) return column;
    return { ...column, isHidden: !chosen.includes(column.name) };
  });
  const choose = (names: readonly string[] | null) => {
    list.setColumns(names);
    keep(names);
  };
  return {
    columns: shown,
    choices: shown.flatMap((column) =>
      column.name === undefined
        ? []
        : [{ name: column.name, title: column.title, isShown: column.isHidden !== true }],
    ),
    isLoading: list.columns === null && data === undefined && error === null,
    isChosen: chosen !== undefined,
    choose,
    reset: () => choose(null),
  };
}

const key = [listColumns.list.method, listColumns.list.path, {}];

/** Stores the choice. Of several quick ones, the last is what is stored. */
function keeperOf(list: SavedList) {
  let columns: string[] | null = null;
  const send = oneAtATime(async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    if (columns === null) await call(listColumns.reset, { list }, options);
    else await call(listColumns.choose, { list, columns }, options);
  });
  return (names: readonly string[] | null) => {
    columns = names === null ? null : [...names];
    const mine = columns === null ? [] : [{ list, columns }];
    // An answer that is on its way does not know this choice yet, nor does one that overtakes the choice.
    void queryClient.cancelQueries({ queryKey: key }, { revert: false });
    queryClient.setQueryData(key, (before: ListColumns[] = []) => [
      ...before.filter((one) => one.list !== list),
      ...mine,
    ]);
    send().then(
      () => queryClient.invalidateQueries({ queryKey: key }),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  };
}
