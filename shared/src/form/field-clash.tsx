import Button from 'antd/es/button';
import { cloneElement, createContext, useContext, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form-screen.module.css';

/** Values of another person for fields that were changed here too, by field name. */
export interface Clashes {
  theirs: ReadonlyMap<string, unknown>;
  take: (field: string) => void;
}

export const ClashesContext = createContext<Clashes>({ theirs: new Map(), take: () => undefined });

interface ClashProps {
  field: string;
  label: string;
  control: ReactElement;
}

/** Shown under a field: the value that another person entered, with a button to use it. */
export function FieldClash({ field, label, control }: ClashProps) {
  const { t } = useTranslation('shared');
  const { theirs, take } = useContext(ClashesContext);
  const value = theirs.get(field);
  const isEmpty = value === null || value === undefined || value === '';
  return (
    <fieldset className={styles.clash} aria-label={t('conflict.theirs')}>
      {isEmpty ? t('conflict.cleared') : t('conflict.theirs')}
      {!isEmpty && <Shown label={`${t('conflict.theirs')} ${label}`} control={control} value={value} />}
      <Button size="small" onClick={() => take(field)}>
        {t('conflict.take')}
      </Button>
    </fieldset>
  );
}

/** Shows a value in the field's own control: a date in the locale's format, a choice by its label. */
const Shown = ({ label, control, value }: { label: string; control: ReactElement; value: unknown }) => (
  <span className={styles.shown}>
    {cloneElement(control as ReactElement<Record<string, unknown>>, {
      value,
      checked: value === true,
      disabled: true,
      onChange: () => undefined,
      'aria-label': label,
    })}
  </span>
);
