import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countryDefaults } from '@daybook/contracts/settings/billing-entities/regimes';
import { useMe } from '@daybook/shared/session';
import { countText } from '../record/count-text.tsx';
import styles from './sums.module.css';

/** The totals in one currency. */
export interface Sum {
  /** Tells it from others in the same currency. */
  id?: string;
  currency: string;
  /** What the totals are of, if it is more than their currency. */
  of?: ReactNode;
  figures: readonly (readonly [label: string, figure: ReactNode])[];
}

interface SumsProps {
  label: string;
  sums: readonly Sum[];
}

/**
 * The sums of all records that match, in one line: those in the firm's currency. A button opens the table of all. Until they are
 * known, the line is empty, so that the table below does not move when they arrive.
 */
export const Sums = ({ label, sums }: { label: string; sums: readonly Sum[] | undefined }) =>
  sums === undefined ? <div className={styles.sums} /> : <KnownSums label={label} sums={sums} />;

function KnownSums({ label, sums }: SumsProps) {
  const { t } = useTranslation('shared');
  const usual = useFirmCurrency();
  const [isOpen, setOpen] = useState(false);
  const inOrder = sums.toSorted((a, b) => Number(b.currency === usual) - Number(a.currency === usual));
  const [first] = inOrder;
  const table = <SumTable label={label} sums={inOrder} />;
  if (first === undefined) return null;
  const others = sums.length - 1;
  // Several billing entities may have totals in the same currency.
  const isByCurrency = new Set(sums.map(({ currency }) => currency)).size === sums.length;
  return (
    <fieldset aria-label={label} className={styles.sums}>
      {first.of !== undefined && <div>{first.of}</div>}
      <dl className={styles.line}>
        {first.figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {others > 0 && (
        <Dropdown trigger={['click']} open={isOpen} onOpenChange={setOpen} popupRender={() => table}>
          <Button size="small" aria-expanded={isOpen}>
            <bdi>
              {t(isByCurrency ? 'list.otherCurrencies' : 'list.otherTotals', {
                count: others,
                shown: countText(others),
              })}
            </bdi>
            <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
    </fieldset>
  );
}

/** The currency of the firm's country; it comes first among several. */
function useFirmCurrency(): string | undefined {
  const country = useMe()?.firmCountry ?? '';
  return countryDefaults(country)?.baseCurrency;
}

function SumTable({ label, sums }: SumsProps) {
  const { t } = useTranslation('shared');
  const names = [...new Set(sums.flatMap(({ figures }) => figures.map(([name]) => name)))];
  return (
    <section className={styles.popover} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('list.currency')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ id, currency, of, figures }) => (
            <tr key={id ?? currency}>
              <th scope="row">
                {currency}
                {of !== undefined && <div className={styles.of}>{of}</div>}
              </th>
              {names.map((name) => (
                <td key={name}>{figures.find(([own]) => own === name)?.[1]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
