import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form, { type FormListFieldData, type FormListOperation } from 'antd/es/form';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsContext } from './field.tsx';
import styles from './form-group.module.css';

interface FormRowsProps {
  /** The name of the list in the input. The fields of a row are named `[name, index, part]`. */
  name: string;
  /** The label of a row: "Bank account 2". */
  label: (position: number) => string;
  /** The label of the add button: "Add a bank account". */
  add: string;
  /** The initial values of a new row. */
  blank?: object;
  children: (index: number) => ReactNode;
}

/** The rows of a list in a form. New rows are added at the end, and each row can be removed. */
export function FormRows(props: FormRowsProps) {
  return (
    <RowsContext value={props.name}>
      <Form.List name={props.name}>{(rows, list) => <Rows {...props} rows={rows} list={list} />}</Form.List>
    </RowsContext>
  );
}

interface RowsProps extends FormRowsProps {
  rows: readonly FormListFieldData[];
  list: FormListOperation;
}

function Rows({ label, add, blank, children, rows, list }: RowsProps) {
  const { t } = useTranslation('shared');
  const { box, goTo } = useRowFocus(rows.length);
  return (
    <div ref={box} className={styles.rows}>
      {rows.map(({ key, name: index }) => (
        <fieldset key={key} aria-label={label(index + 1)} className={styles.row}>
          <div className={styles.rowHeader}>
            <span>{label(index + 1)}</span>
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('form.remove', { what: label(index + 1) })}
              onClick={() => {
                goTo('add');
                list.remove(index);
              }}
            />
          </div>
          <div className={styles.fields}>{children(index)}</div>
        </fieldset>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        className={styles.add ?? ''}
        onClick={() => {
          goTo('row');
          list.add(blank ?? {});
        }}
      >
        {add}
      </Button>
    </div>
  );
}

/** Moves the focus to the first field of an added row; after a removal, to the add button. */
function useRowFocus(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<'row' | 'add' | null>(null);
  useEffect(() => {
    if (wanted.current === 'row') {
      const row = box.current?.querySelectorAll(':scope > fieldset')[count - 1];
      row?.querySelector<HTMLElement>(':is(input, textarea):not([disabled])')?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    } else if (wanted.current === 'add') box.current?.querySelector<HTMLElement>(':scope > button')?.focus();
    wanted.current = null;
  }, [count]);
  const goTo = (next: 'row' | 'add') => {
    wanted.current = next;
  };
  return { box, goTo };
}
