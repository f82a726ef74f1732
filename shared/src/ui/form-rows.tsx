import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import type { ReactNode } from 'react';
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
export function FormRows({ name, label, add, blank, children }: FormRowsProps) {
  const { t } = useTranslation('shared');
  return (
    <RowsContext value={name}>
      <Form.List name={name}>
        {(rows, list) => (
          <div className={styles.rows}>
            {rows.map(({ key, name: index }) => (
              <fieldset key={key} aria-label={label(index + 1)} className={styles.row}>
                <div className={styles.rowHeader}>
                  <span>{label(index + 1)}</span>
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('form.remove', { what: label(index + 1) })}
                    onClick={() => list.remove(index)}
                  />
                </div>
                <div className={styles.fields}>{children(index)}</div>
              </fieldset>
            ))}
            <Button
              type="dashed"
              icon={<PlusOutlined aria-hidden />}
              className={styles.add ?? ''}
              onClick={() => list.add(blank ?? {})}
            >
              {add}
            </Button>
          </div>
        )}
      </Form.List>
    </RowsContext>
  );
}
