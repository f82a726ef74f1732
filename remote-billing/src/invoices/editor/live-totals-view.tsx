import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { exceedsLimit } from '@daybook/contracts/billing/documents/credit-limit';
import { sum } from '@daybook/contracts/money/money';
import { amountText } from '@daybook/shared/record/amount';
import { BesideButtons } from '@daybook/shared/form/form-footer';
import type { LiveTotals } from './live-totals.ts';
import { CreditWarning } from '../../common/credit-warning.tsx';
import { TotalsView } from '../../common/totals-view.tsx';
import { useDraft, useLiveTotals } from './use-draft.tsx';
import styles from '../invoices.module.css';

const shownAs = ({ totals }: LiveTotals) => ({
  totals: {
    ...totals,
    taxGroups: totals.groups.map(({ category, ratePct, base, components, tax }) => ({
      category,
      components,
      tax,
      rate: ratePct,
      net: base,
    })),
  },
  before: {
    lines: totals.linesAmount,
    discount: totals.documentDiscount,
    allowances: sum(totals.allowances.map(({ net }) => net)),
    charges: sum(totals.charges.map(({ net }) => net)),
  },
});

/** The totals of the draft while the person types. */
export function LiveTotalsView() {
  const { t } = useTranslation('billing');
  const { basis, isComing, currency } = useDraft();
  const live = useLiveTotals();
  if (isComing) return <div className={styles.coming} />;
  if (basis === undefined) return <p className={styles.quiet}>{t('totals.choose')}</p>;
  if (live === undefined) return <div className={styles.coming} />;
  if (live === null) return <p className={styles.quiet}>{t('totals.none')}</p>;
  const { credit } = basis;
  const isAboveLimit =
    credit?.currency === currency &&
    credit.figures !== null &&
    exceedsLimit(credit.figures, live.totals.total);
  return (
    <section className={styles.totals} aria-label={t('totals.title')} aria-live="polite">
      <TotalsView currency={currency} {...shownAs(live)} />
      <BesideButtons>
        <strong aria-hidden>
          {t('totals.payable')} {amountText(live.totals.payable, currency)}
        </strong>
      </BesideButtons>
      {live.incomplete > 0 && (
        <p className={styles.quiet}>{t('totals.incomplete', { count: live.incomplete })}</p>
      )}
      {isAboveLimit && <CreditWarning credit={credit} total={live.totals.total} />}
      {basis.advance > 0 && (
        <Alert
          type="info"
          showIcon
          role="note"
          title={t('totals.advance', { amount: amountText(basis.advance, basis.currency) })}
        />
      )}
    </section>
  );
}
