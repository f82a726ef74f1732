import { useId, type ReactNode } from 'react';
import styles from './form-group.module.css';

interface FormGroupProps {
  title: string;
  /** Explains the fields if the title does not. */
  explanation?: string;
  children: ReactNode;
}

/** A titled part of a long form; its fields form two columns as in the form itself. */
export function FormGroup({ title, explanation, children }: FormGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {explanation !== undefined && <p className={styles.explanation}>{explanation}</p>}
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
