import type { ReactNode } from 'react';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { fieldErrorOf } from './field-error-of.ts';
import css from './native-controls.module.css';

interface Props {
  error: unknown;
  /** A part of what was sent that nobody typed: what is wrong with it is said here. */
  field?: string;
}

/** What failed, in words; nothing while nothing has. */
export const NativeAlert = ({ error, field = '' }: Props): ReactNode =>
  error === null ? null : (
    <div role="alert" className={css.alert}>
      {fieldErrorOf(error, field) ?? refusalText(error)}
    </div>
  );
