import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './board.module.css';

/** Cards within this distance of the visible area stay drawn, so that neither scrolling nor the arrow keys meet a gap. */
const margin = '1200px';

/** Some cards of a column. Far outside the visible area, an empty box of the same height replaces them, because a column may have thousands. */
export function CardBlock({ children }: { children: ReactNode }) {
  const box = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A block that contains the focus stays.
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
