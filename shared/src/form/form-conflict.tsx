import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownField } from './field.tsx';
import { pathOf, type Merge } from './form-values.ts';
import styles from './form-screen.module.css';

interface FormConflictProps {
  merge: Merge;
  fields: ReadonlyMap<string, KnownField>;
  onPick: (field: (string | number)[]) => void;
  onTake: (field: string) => void;
}

/** What another person changed meanwhile, with the form's labels. Clashes are also shown at their fields. */
export default function FormConflict({
  merge: { taken, clashes },
  fields,
  onPick,
  onTake,
}: FormConflictProps) {
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

/** The label of a field, or of the group or row that contains it. */
function labelOf(fields: ReadonlyMap<string, KnownField>, name: string): string | undefined {
  const around = name.split('.').slice(0, -1).join('.');
  return (
    fields.get(name)?.label ??
    [...fields].find(([key]) => key.startsWith(`${name}.`))?.[1].label ??
    (around === '' ? undefined : labelOf(fields, around))
  );
}
