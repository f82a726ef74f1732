import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './board.module.css';

/** As far from sight cards are still drawn, so that neither the eye nor the arrows come upon a gap. */
const margin = '1200px';

/** Some cards of a column. Far from sight they give way to a space as tall as they were: a column may hold thousands. */
export function CardBlock({ children }: { children: ReactNode }) {
  const box = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // What has the focus stays.
        const isFar = entry?.isIntersecting === false && !current.contains(document.activeElement);
        setHeight(isFar ? current.offsetHeight : null);
      },
      { root: current.parentElement, rootMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <ul ref={box} className={styles.block} {...(height !== null && { style: { blockSize: height } })}>
      {height === null && children}
    </ul>
  );
}
