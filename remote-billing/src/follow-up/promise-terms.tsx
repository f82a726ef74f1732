import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { compare, subtract } from '@daybook/contracts/money/money';
import { Instalments, type Instalment } from './instalments.tsx';

/** The currencies in which something can be promised: the most overdue first. */
export const currenciesOf = ({ owed }: FollowUpBasis): string[] =>
  owed
    .filter(({ outstanding, disputed }) => outstanding > disputed)
    .toSorted((a, b) => compare(b.overdue, a.overdue))
    .map(({ currency }) => currency);

/** What is proposed for a promise: all that is overdue and not disputed, without a date. */
export function proposedTerms(
  { owed }: FollowUpBasis,
  currency: string,
): { currency: string; instalments: Instalment[] } {
  const here = owed.find((one) => one.currency === currency);
  const due = here === undefined ? 0 : subtract(here.overdue, here.disputed);
  return { currency, instalments: [due > 0 ? { amount: due } : {}] };
}

interface PromiseTermsProps {
  basis: FollowUpBasis;
  currency: string;
  setCurrency: (currency: string) => void;
  /** The name of the terms in the form's input, if they are only a part of it. */
  within?: 'promise';
}

/** The currency, dates and amounts of a promise. Another currency begins with what is overdue in it. */
export function PromiseTerms({ basis, currency, setCurrency, within }: PromiseTermsProps) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const currencies = currenciesOf(basis);
  const at = (name: string) => (within === undefined ? name : [within, name]);
  const choose = (next: string) => {
    setCurrency(next);
    form.setFieldValue(at('instalments'), proposedTerms(basis, next).instalments);
  };
  return (
    <>
      {currencies.length > 1 && (
        <Form.Item name={at('currency')} label={t('field.currency')}>
          <Select onChange={choose} options={currencies.map((value) => ({ value, label: value }))} />
        </Form.Item>
      )}
      <Form.Item name={at('instalments')} noStyle>
        <Instalments currency={currency} {...(within !== undefined && { within: `${within}.` })} />
      </Form.Item>
    </>
  );
}
