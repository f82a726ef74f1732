import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { PlainDate } from '@daybook/contracts/fields';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { FxRate } from '@daybook/contracts/money/decimal';
import { isFarRate } from '@daybook/contracts/money/far-rate';
import { exchangeRates, type KnownRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { numberLocale } from '@daybook/shared/i18n';
import { dateText } from '@daybook/shared/record/date-text';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './common.module.css';

// The rate field is the same in every document.
const Field = fieldOf(receipts.create);

interface RateFieldProps {
  currency: string;
  /** Undefined until the billing entity is known. */
  base: string | undefined;
  /** The document's date, which may still be incomplete. */
  date: unknown;
}

const originOf = ({ date, source }: KnownRate): string =>
  source === null ? dateText(date) : `${dateText(date)}, ${source}`;

const shown = (value: string): string => formatDecimal(value, numberLocale());

/** The rate follows the currencies and the day until somebody types one. Other currencies reset it. Undefined while it loads. */
function useProposedRate({ currency, base, date }: RateFieldProps): KnownRate | null | undefined {
  const form = Form.useFormInstance();
  const day = PlainDate.safeParse(date).data;
  const isForeign = base !== undefined && currency !== '' && base !== currency;
  const pair = base === undefined || currency === '' ? null : `${currency} ${base}`;
  const { data } = useRead(
    exchangeRates.known,
    isForeign && day !== undefined ? { from: currency, to: base, date: day } : null,
  );
  const last = useRef<{ pair: string; proposed: string | null } | null>(null);
  useEffect(() => {
    if (pair === null) return;
    if (last.current !== null && last.current.pair !== pair) form.setFieldValue('fxRate', null);
    if (last.current?.pair !== pair) last.current = { pair, proposed: null };
  }, [form, pair]);
  useEffect(() => {
    if (data === undefined || last.current === null) return;
    const value = (form.getFieldValue('fxRate') ?? '') as string;
    const rate = data.known?.rate ?? null;
    if (value !== '' && value !== rate && value !== last.current.proposed) return;
    if (value !== (rate ?? '')) form.setFieldValue('fxRate', rate);
    last.current.proposed = rate;
  }, [form, data]);
  return data?.known;
}

/** The exchange rate to the base currency. It is proposed from the stored rates, and a rate far from those raises a warning. */
export function RateField(props: RateFieldProps) {
  const { t } = useTranslation('billing');
  const { currency, base } = props;
  const known = useProposedRate(props);
  const typed = Form.useWatch<unknown>('fxRate');
  if (base === undefined || currency === '' || base === currency) return null;
  const rate = FxRate.safeParse(typed).data;
  const between = { base, currency };
  return (
    <>
      <Field
        name="fxRate"
        label={t('field.fxRate')}
        hint={
          known
            ? t('hint.fxRateKnown', { ...between, rate: shown(known.rate), origin: originOf(known) })
            : t(known === null ? 'hint.fxRateUnknown' : 'hint.fxRate', between)
        }
        isRequired
      >
        <DecimalInput />
      </Field>
      {known && rate !== undefined && isFarRate(rate, known.rate) && (
        <Alert
          className={styles.wide}
          type="warning"
          title={t('warning.farRate', {
            rate: shown(rate),
            known: shown(known.rate),
            origin: originOf(known),
          })}
        />
      )}
    </>
  );
}

/** Warns of a rate that is far from the rate of a settled document: the difference would become an exchange gain or loss. */
export function FarFromDocument({ documents }: { documents: readonly { number: string; fxRate: string }[] }) {
  const { t } = useTranslation('billing');
  const rate = FxRate.safeParse(Form.useWatch<unknown>('fxRate')).data;
  const far = documents.find(({ fxRate }) => rate !== undefined && isFarRate(rate, fxRate));
  if (rate === undefined || far === undefined) return null;
  return (
    <Alert
      className={styles.wide}
      type="warning"
      title={t('warning.farFromDocument', {
        rate: shown(rate),
        known: shown(far.fxRate),
        number: far.number,
      })}
    />
  );
}
