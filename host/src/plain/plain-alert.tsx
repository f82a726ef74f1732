import type { ReactNode } from 'react';
import { refusalText } from '@daybook/shared/ui/refusal-text';
import css from './plain.module.css';

/** What failed, in words; nothing while nothing has. */
export const PlainAlert = ({ error }: { error: unknown }): ReactNode =>
  error === null ? null : (
    <div role="alert" className={css.alert}>
      {refusalText(error)}
    </div>
  );
