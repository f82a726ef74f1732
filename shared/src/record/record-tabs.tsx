import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import styles from './record-tabs.module.css';

export interface RecordTab {
  /** Its name in the address: `?tab=notes`. */
  key: string;
  label: string;
  /** Rendered, and so read, only while the tab is open. */
  content: () => ReactNode;
}

/** The parts of a record, one at a time. The open one is in the address; the first is the default. */
export function RecordTabs({ label, tabs }: { label: string; tabs: readonly [RecordTab, ...RecordTab[]] }) {
  const [params] = useSearchParams();
  const [first] = tabs;
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? first;
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the open tab may be beyond the edge.
    strip.current
      ?.querySelector(`[data-tab="${open.key}"]`)
      ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [open.key]);
  return (
    <>
      <nav ref={strip} aria-label={label} className={styles.tabs}>
        {tabs.map(({ key, label: name }) => (
          <Link
            key={key}
            data-tab={key}
            to={{ search: key === first.key ? '' : `?tab=${key}` }}
            aria-current={key === open.key ? 'page' : undefined}
            className={styles.tab}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Fragment key={open.key}>{open.content()}</Fragment>
    </>
  );
}
