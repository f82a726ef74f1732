import type { ReactNode } from 'react';
import { useLanding } from './use-landing.tsx';
import styles from './record-screen.module.css';

interface RecordScreenProps {
  /** The kind and name of the record: "Invoice 25-26/0042", the client's name. */
  title: string;
  status?: ReactNode;
  /** The line below: client, amount, due date. */
  summary?: ReactNode;
  /** Buttons in workflow order; the likely next step is the primary one. */
  actions?: ReactNode;
  /** History and notes; from 992 px they are beside the record. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The structure of a record's page. */
export function RecordScreen({ title, status, summary, actions, aside, children }: RecordScreenProps) {
  const landing = useLanding();
  return (
    <article aria-labelledby="record-title" className={styles.screen}>
      <header className={styles.header}>
        <div className={styles.what}>
          <div className={styles.heading}>
            <h1 id="record-title" ref={landing} tabIndex={-1} className={styles.title}>
              <bdi>{title}</bdi>
            </h1>
            {status}
          </div>
          {summary !== undefined && <div className={styles.summary}>{summary}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={aside === undefined ? styles.alone : styles.columns}>
        <div className={styles.body}>{children}</div>
        {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </article>
  );
}

/** A titled part of a record. */
export function RecordSection({
  title,
  extra,
  children,
}: {
  title: string;
  extra?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHeader}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  );
}

interface FactsProps {
  facts: readonly { label: string; value: ReactNode }[];
  /** The values are amounts, aligned for comparison. */
  areFigures?: boolean;
}

/** Labels with values; an absent value is shown as a dash. */
export function Facts({ facts, areFigures = false }: FactsProps) {
  return (
    <dl className={areFigures ? styles.figures : styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
