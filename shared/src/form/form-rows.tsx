import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form, { type FormListFieldData, type FormListOperation } from 'antd/es/form';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsContext } from './field.tsx';
import styles from './form-group.module.css';

interface FormRowsProps {
  /** The list's name in the input; the fields of a row are named `[name, index, part]`. */
  name: string;
  /** What a row is called: "Bank account 2". */
  label: (position: number) => string;
  /** On the button: "Add a bank account". */
  add: string;
  /** What a new row starts with. */
  blank?: object;
  children: (index: number) => ReactNode;
}

/** The rows of a list inside a form: added at the end, removed one by one. */
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

/** The keyboard goes on in the first field of a row that was added; of one that was removed, to where another is added. */
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
