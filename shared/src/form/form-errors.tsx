import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { KnownField } from './field.tsx';
import { pathOf } from './form-values.ts';
import type { FieldErrors } from './use-field-errors.ts';
import styles from './form-screen.module.css';

interface FormErrorsProps {
  errors: FieldErrors;
  fields: ReadonlyMap<string, KnownField>;
  onPick: (field: (string | number)[]) => void;
}

/** The number of fields with errors, with a link to each. Errors that belong to no visible field are shown in full. */
export function FormErrors({ errors, fields, onPick }: FormErrorsProps) {
  const { t } = useTranslation('shared');
  const order = [...fields.keys()];
  // In the order of the form; errors without a field come last.
  const place = (name: string) => (fields.has(name) ? order.indexOf(name) : order.length);
  const names = Object.keys(errors).toSorted((a, b) => place(a) - place(b));
  if (names.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={
        <div className={styles.errors}>
          <span>{t('form.errors', { count: names.length })}</span>
          <ul>
            {names.map((name) => {
              const field = fields.get(name);
              return (
                <li key={name}>
                  {field === undefined ? (
                    `${name}: ${errors[name]?.join(' ')}`
                  ) : (
                    <Button type="link" size="small" onClick={() => onPick(pathOf(name))}>
                      {field.label}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      }
    />
  );
}
