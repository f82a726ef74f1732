import type { ReactNode } from 'react';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { fieldErrorOf } from './field-error-of.ts';
import css from './native-controls.module.css';

interface Props {
  error: unknown;
  /** The name of a value that nobody typed. No field can show its error, so this alert does. */
  field?: string;
}

/** The error as text, or nothing if there is no error. */
export const NativeAlert = ({ error, field = '' }: Props): ReactNode =>
  error === null ? null : (
    <div role="alert" className={css.alert}>
      {fieldErrorOf(error, field) ?? refusalText(error)}
    </div>
  );
