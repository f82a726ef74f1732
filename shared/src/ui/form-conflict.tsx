import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Radio from 'antd/es/radio';
import { cloneElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownField } from './field.tsx';
import { changedFields, isSame, type Values } from './form-values.ts';
import styles from './form-screen.module.css';

/** Three states of one record: what both started from, what is typed here, what is saved now. */
export interface Conflict {
  base: Values;
  mine: Values;
  theirs: Values;
  version: number;
}

interface FormConflictProps {
  conflict: Conflict;
  fields: ReadonlyMap<string, KnownField>;
  onChosen: (values: Values) => void;
}

/** What another person changed meanwhile. Fields that only they touched are taken over; for the others both values are shown. */
export default function FormConflict({ conflict, fields, onChosen }: FormConflictProps) {
  const { t } = useTranslation('shared');
  const { base, mine, theirs } = conflict;
  const changed = changedFields(base, mine, theirs);
  const isMineToo = (name: string) => !isSame(mine[name], base[name]);
  const [takes, setTakes] = useState<Record<string, 'mine' | 'theirs'>>({});
  const taken = (name: string) => takes[name] ?? (isMineToo(name) ? 'mine' : 'theirs');
  const choose = () =>
    onChosen(
      Object.fromEntries(
        changed.filter((name) => taken(name) === 'theirs').map((name) => [name, theirs[name]]),
      ),
    );

  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('conflict.title')}
      description={
        <div className={styles.conflict}>
          <p>{changed.length === 0 ? t('conflict.nothing') : t('conflict.explanation')}</p>
          {changed.map((name) => (
            <fieldset key={name} className={styles.choice}>
              <legend>{labelOf(fields, name)}</legend>
              <Radio.Group
                value={taken(name)}
                onChange={(event) => setTakes({ ...takes, [name]: event.target.value as 'mine' | 'theirs' })}
              >
                <Radio value="mine">
                  {t('conflict.mine')} <Shown field={fields.get(name)} value={mine[name]} />
                </Radio>
                <Radio value="theirs">
                  {t('conflict.theirs')} <Shown field={fields.get(name)} value={theirs[name]} />
                </Radio>
              </Radio.Group>
            </fieldset>
          ))}
          {changed.length > 0 && (
            <Button type="primary" onClick={choose}>
              {t('conflict.goOn')}
            </Button>
          )}
        </div>
      }
    />
  );
}

const labelOf = (fields: ReadonlyMap<string, KnownField>, name: string): string =>
  fields.get(name)?.label ?? [...fields].find(([key]) => key.startsWith(`${name}.`))?.[1].label ?? name;

/** A value as its own control shows it: a date by locale, a choice by its label. */
function Shown({ field, value }: { field: KnownField | undefined; value: unknown }) {
  if (field === undefined) return <code>{JSON.stringify(value)}</code>;
  return (
    <span className={styles.shown}>
      {cloneElement(field.control as React.ReactElement<Record<string, unknown>>, {
        value,
        checked: value === true,
        disabled: true,
        onChange: () => undefined,
        'aria-label': field.label,
      })}
    </span>
  );
}
