import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.tsx';
import { LaterSelect } from './later-select.tsx';
import type { List } from './use-list.tsx';
import styles from './data-table.module.css';

interface CardOrderProps<Row, Sort extends string> {
  list: Pick<List<Row, never, Sort>, 'sort' | 'sorts' | 'setSort'>;
  columns: readonly Column<Row, Sort>[];
}

/** The sort order of a list on a phone, where rows are cards and there are no column headings to click. */
export function CardOrder<Row, Sort extends string>({ list, columns }: CardOrderProps<Row, Sort>) {
  const { t } = useTranslation('shared');
  const id = useId();
  const options = list.sorts.map((sort) => {
    const isDown = sort.startsWith('-');
    const title = columns.find((column) => column.sort === (isDown ? sort.slice(1) : sort))?.title;
    // A sort without a column is the list's default, such as open tasks first.
    if (title === undefined) return { value: sort, label: t('list.sortUsual') };
    return { value: sort, label: t(isDown ? 'list.sortDown' : 'list.sortUp', { column: title }) };
  });
  if (options.length < 2) return null;
  return (
    <div className={styles.order}>
      <label htmlFor={id}>{t('list.sort')}</label>
      <LaterSelect
        id={id}
        variant="outlined"
        text={options.find(({ value }) => value === list.sort)?.label ?? ''}
        isChosen
      >
        {({ PlainSelect }, asked) => (
          <PlainSelect
            {...asked}
            id={id}
            value={list.sort ?? ''}
            options={options}
            onChange={(sort) => list.setSort(sort as Sort)}
          />
        )}
      </LaterSelect>
    </div>
  );
}
