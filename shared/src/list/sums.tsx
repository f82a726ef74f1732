import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import Button from 'antd/es/button';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../record/count-text.tsx';
import { useNarrow } from './use-narrow.tsx';
import styles from './sums.module.css';

interface SumsProps {
  label: string;
  sums: readonly { currency: string; sum: ReactNode }[];
}

/** The sums of all records that match, by currency. On a phone only the first is visible, and the others are behind a button. */
export function Sums({ label, sums }: SumsProps) {
  const { t } = useTranslation('shared');
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first, ...others] = sums;
  if (first === undefined) return null;
  return (
    <fieldset aria-label={label} className={styles.sums}>
      <div>{first.sum}</div>
      {isNarrow && others.length > 0 && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('list.otherCurrencies', { count: others.length })}
          icon={<DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>+{countText(others.length)}</bdi>
        </Button>
      )}
      <div id={id} className={styles.others} hidden={isNarrow && !isOpen}>
        {others.map(({ currency, sum }) => (
          <div key={currency}>{sum}</div>
        ))}
      </div>
    </fieldset>
  );
}
