import Segmented from 'antd/es/segmented';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './widgets.module.css';

interface CurrencyChoiceProps<Part> {
  parts: readonly Part[];
  /** Instead of the figures if there are none. */
  none: string;
  children: (part: Part) => ReactNode;
}

/** The figures of one currency at a time, the first one to begin with. */
export function CurrencyChoice<Part extends { currency: string }>({
  parts,
  none,
  children,
}: CurrencyChoiceProps<Part>) {
  const { t } = useTranslation('billing');
  const [chosen, setChosen] = useState<string | null>(null);
  const part = parts.find(({ currency }) => currency === chosen) ?? parts[0];
  if (part === undefined) return <p>{none}</p>;
  return (
    <>
      {parts.length > 1 && (
        <Segmented
          className={styles.currencies ?? ''}
          aria-label={t('field.currency')}
          value={part.currency}
          onChange={setChosen}
          options={parts.map(({ currency }) => currency)}
        />
      )}
      {children(part)}
    </>
  );
}
