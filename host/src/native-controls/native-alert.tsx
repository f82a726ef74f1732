import type { ReactNode } from 'react';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { fieldErrorOf } from './field-error-of.ts';
import css from './native-controls.module.css';

interface Props {
  error: unknown;
  /** A part of the request that nobody typed, so no field can show its error. */
  field?: string;
}

/** The error as text, or nothing if there is no error. */
export const NativeAlert = ({ error, field = '' }: Props): ReactNode =>
  error === null ? null : (
    <div role="alert" className={css.alert}>
      {fieldErrorOf(error, field) ?? refusalText(error)}
    </div>
  );
