import Button from 'antd/es/button';
import { cloneElement, createContext, useContext, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form-screen.module.css';

/** What another person made of a field that was changed here too, by the field's name. */
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

/** Under a field: what another person entered in it, with a way to take that. */
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

/** A value as its own control shows it: a date by locale, a choice by its label. */
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
