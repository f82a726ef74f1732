import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import Button from 'antd/es/button';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../record/count-text.tsx';
import { useNarrow } from './use-narrow.tsx';
import styles from './list-screen.module.css';

/** The number of active filters; a date range counts as one. */
const countOf = (filter: object): number =>
  new Set(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name.replace(/^(from|to)$|(From|To)$/, '…')),
  ).size;

/** The filters of a list beside its search. On a phone they are behind one button, or they would push the rows off the screen. */
export function FoldedFilters({ filter, children }: { filter: object; children: ReactNode }) {
  const { t } = useTranslation('shared');
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = countOf(filter);
  return (
    <>
      {isNarrow && (
        <Button
          icon={<DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>
            {t('list.filters')}
            {count > 0 && ` (${countText(count)})`}
          </bdi>
        </Button>
      )}
      <div id={id} className={styles.filters} hidden={isNarrow && !isOpen}>
        {children}
      </div>
    </>
  );
}
