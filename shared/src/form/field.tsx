import Form from 'antd/es/form';
import { createContext, useContext, useEffect, type ReactElement } from 'react';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { ClashesContext, FieldClash } from './field-clash.tsx';
import { isRequiredBy } from './form-values.ts';
import styles from './form-screen.module.css';

export interface KnownField {
  label: string;
  control: ReactElement;
}

/** The form screen learns its fields' labels and controls, to count errors and to show what another person changed. */
export const FieldsContext = createContext<Map<string, KnownField>>(new Map());

/** What is wrong with each field, for a control that holds several fields itself and shows each error in its own place. */
export const ErrorsContext = createContext<Readonly<Record<string, readonly string[]>>>({});

/** Inside the rows of a list antd puts the list's name in front itself. */
export const RowsContext = createContext<string | null>(null);

type Path<Name extends string> = Name | readonly [Name, ...(string | number)[]];

interface FieldProps<Name extends string> {
  name: Path<Name>;
  label: string;
  /** One line below, for what the label cannot say. */
  hint?: string;
  /** Over both columns. */
  isWide?: boolean;
  /** Said only for parts of a list or an object; else the endpoint's schema knows. */
  isRequired?: boolean;
  /** `checked` for a Switch or a Checkbox. */
  valueProp?: 'value' | 'checked';
  /** The control: one element with value and `onChange`. */
  children: ReactElement;
}

/** The field of a form that saves by this endpoint: its name is a name of the input, and the schema says whether it is required. */
export function fieldOf<E extends Endpoint>(endpoint: E) {
  type Name = keyof InputOf<E> & string;
  return function Field({ name, label, hint, isWide, isRequired, valueProp, children }: FieldProps<Name>) {
    const fields = useContext(FieldsContext);
    const list = useContext(RowsContext);
    const errors = useContext(ErrorsContext);
    const clashes = useContext(ClashesContext);
    const path = typeof name === 'string' ? [name] : [...name];
    const key = path.join('.');
    // A refusal with the text of the hint is shown once.
    const said = hint !== undefined && errors[key]?.includes(hint) === true ? undefined : hint;
    // Apart from what it shows, which changes: the fields stay in the order of the form.
    useEffect(() => {
      fields.set(key, { label, control: children });
    }, [fields, key, label, children]);
    useEffect(
      () => () => {
        fields.delete(key);
      },
      [fields, key],
    );
    return (
      <Form.Item
        name={list === path[0] ? path.slice(1) : path}
        label={label}
        extra={
          clashes.theirs.has(key) ? (
            <>
              {said}
              <FieldClash field={key} label={label} control={children} />
            </>
          ) : (
            said
          )
        }
        required={isRequired ?? (valueProp !== 'checked' && path.length === 1 && isRequiredBy(endpoint, key))}
        className={isWide === true ? styles.wide : undefined}
        valuePropName={valueProp ?? 'value'}
      >
        {children}
      </Form.Item>
    );
  };
}
