import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { cloneElement, createContext, useContext, useEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownField } from './field.tsx';
import { pathOf, type Merge } from './form-values.ts';
import styles from './form-screen.module.css';

/** What another person made of a field that was changed here too, by the field's name. */
export interface Clashes {
  theirs: ReadonlyMap<string, unknown>;
  take: (field: string) => void;
}

export const ClashesContext = createContext<Clashes>({ theirs: new Map(), take: () => undefined });

interface FormConflictProps {
  merge: Merge;
  fields: ReadonlyMap<string, KnownField>;
  onPick: (field: (string | number)[]) => void;
  onTake: (field: string) => void;
}

/** What another person changed meanwhile, in the words of the form. What clashes is shown beside its field, too. */
export function FormConflict({ merge: { taken, clashes }, fields, onPick, onTake }: FormConflictProps) {
  const { t } = useTranslation('shared');
  const box = useRef<HTMLDivElement>(null);
  const names = (of: Merge['taken']) => [
    ...new Set(of.map(({ field }) => labelOf(fields, field) ?? t('conflict.other'))),
  ];
  const [first] = clashes;
  useEffect(() => {
    if (first !== undefined && fields.has(first.field)) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [first, fields]);
  const takenText = taken.length > 0 && t('conflict.taken', { fields: names(taken).join(', ') });
  if (clashes.length === 0)
    return (
      <div ref={box} tabIndex={-1}>
        <Alert type="warning" showIcon role="alert" title={takenText} />
      </div>
    );
  return (
    <div ref={box} tabIndex={-1}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('conflict.title', { count: clashes.length })}
        description={
          <div className={styles.conflict}>
            <p>{t('conflict.explanation')}</p>
            {clashes.map(({ field, theirs }) =>
              fields.has(field) ? (
                <Button key={field} type="link" size="small" onClick={() => onPick(pathOf(field))}>
                  {labelOf(fields, field)}
                </Button>
              ) : (
                <div key={field}>
                  <strong>{labelOf(fields, field) ?? t('conflict.other')}</strong>{' '}
                  {Array.isArray(theirs) && t('conflict.list', { count: theirs.length })}{' '}
                  <Button onClick={() => onTake(field)}>{t('conflict.take')}</Button>
                </div>
              ),
            )}
            {takenText && <p>{takenText}</p>}
          </div>
        }
      />
    </div>
  );
}

/** A field's own label, or that of the group or row that it stands in. */
function labelOf(fields: ReadonlyMap<string, KnownField>, name: string): string | undefined {
  const around = name.split('.').slice(0, -1).join('.');
  return (
    fields.get(name)?.label ??
    [...fields].find(([key]) => key.startsWith(`${name}.`))?.[1].label ??
    (around === '' ? undefined : labelOf(fields, around))
  );
}

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
