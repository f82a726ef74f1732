import { useContext, useState, type ReactNode } from 'react';
import { ErrorsContext } from './field.tsx';
import styles from './form-group.module.css';

interface FoldedProps {
  title: string;
  /** Why a person may leave it folded. */
  hint: string;
  children: ReactNode;
}

/** Parts of a form whose usual values are filled in. It opens by itself when the form has an error. */
export function FoldedFields({ title, hint, children }: FoldedProps) {
  const hasErrors = Object.keys(useContext(ErrorsContext)).length > 0;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.folded}
      open={isOpen || hasErrors}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className={styles.summary}>{title}</span> <span className={styles.hint}>{hint}</span>
      </summary>
      {children}
    </details>
  );
}
