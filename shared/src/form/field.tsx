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

/** Collects the labels and controls of the fields, so that the form can count errors and show what another person changed. */
export const FieldsContext = createContext<Map<string, KnownField>>(new Map());

/** The faults of each field, for a control that contains several fields and shows each error in its place. */
export const ErrorsContext = createContext<Readonly<Record<string, readonly string[]>>>({});

/** The name of the list around the rows: antd itself adds it to the names of the fields. */
export const RowsContext = createContext<string | null>(null);

type Path<Name extends string> = Name | readonly [Name, ...(string | number)[]];

interface FieldProps<Name extends string> {
  name: Path<Name>;
  label: string;
  /** One line below the field, for what the label cannot say. */
  hint?: string;
  /** The field spans both columns. */
  isWide?: boolean;
  /** Only for parts of a list or an object; for other fields the endpoint's schema decides. */
  isRequired?: boolean;
  /** `checked` for a Switch or a Checkbox. */
  valueProp?: 'value' | 'checked';
  /** The control: one element with `value` and `onChange`. */
  children: ReactElement;
}

/**
 * The field component of a form that saves with this endpoint. Its name is a name of the input, and the schema decides
 * whether it is required.
 */
export function fieldOf<E extends Endpoint>(endpoint: E) {
  type Name = keyof InputOf<E> & string;
  return function Field({ name, label, hint, isWide, isRequired, valueProp, children }: FieldProps<Name>) {
    const fields = useContext(FieldsContext);
    const list = useContext(RowsContext);
    const errors = useContext(ErrorsContext);
    const clashes = useContext(ClashesContext);
    const path = typeof name === 'string' ? [name] : [...name];
    const key = path.join('.');
    // If an error has the same text as the hint, only the error is shown.
    const said = hint !== undefined && errors[key]?.includes(hint) === true ? undefined : hint;
    // Registering and removing are separate effects. Label and control change, and a field that registered again would
    // lose its place in the order of the form.
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
