import { useContext, useEffect, type ReactNode } from 'react';
import { ErrorsContext, FieldsContext } from '@daybook/shared/form/field';
import styles from './levels.module.css';

interface TemplatePartProps {
  /** The path in the form's input. */
  path: string;
  label: string;
  children: (id: string) => ReactNode;
}

/** Subject or body of a text, with its error. */
export function TemplatePart({ path, label, children }: TemplatePartProps) {
  const fields = useContext(FieldsContext);
  const errors = useContext(ErrorsContext)[path];
  const id = path.replaceAll('.', '_');
  useEffect(() => {
    fields.set(path, { label, control: <span /> });
    return () => {
      fields.delete(path);
    };
  }, [fields, path, label]);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {errors?.map((text) => (
        <div key={text} role="alert" className={styles.wrong}>
          {text}
        </div>
      ))}
    </div>
  );
}
