import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import type { Reference } from '@daybook/contracts/fields';
import { compare, NOTHING, subtract, sum, type Minor } from '@daybook/contracts/money/money';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { amountText } from '@daybook/shared/record/amount';
import { Instalments, type Instalment } from './instalments.tsx';
import styles from './follow-up.module.css';

/** The currencies in which something can be promised: the most overdue first. */
export const currenciesOf = ({ owed }: FollowUpBasis): string[] =>
  owed
    .filter(({ outstanding, disputed }) => outstanding > disputed)
    .toSorted((a, b) => compare(b.overdue, a.overdue))
    .map(({ currency }) => currency);

/** The billing entities to which something is owed in the currency. */
const entitiesOf = ({ invoices }: FollowUpBasis, currency: string): Reference[] => {
  const all = invoices.filter((one) => one.currency === currency).map(({ entity }) => entity);
  return all.filter((one, index) => all.findIndex(({ id }) => id === one.id) === index);
};

const unappliedIn = ({ owed }: FollowUpBasis, currency: string): Minor =>
  owed.find((one) => one.currency === currency)?.unapplied ?? NOTHING;

/** What is overdue and not disputed: to a billing entity, or to all of them without what unapplied credit covers. */
function dueOf(
  { owed, invoices, today }: FollowUpBasis,
  currency: string,
  entityId: string | undefined,
): Minor {
  if (entityId !== undefined)
    return sum(
      invoices
        .filter((one) => one.currency === currency && one.entity.id === entityId && one.dueOn < today)
        .map(({ outstanding, disputed }) => subtract(outstanding, disputed)),
    );
  const here = owed.find((one) => one.currency === currency);
  return here === undefined ? NOTHING : subtract(subtract(here.overdue, here.disputed), here.unapplied);
}

/** What is proposed for a promise, without a date: what a reminder would ask for. */
export function proposedTerms(
  basis: FollowUpBasis,
  currency: string,
  entityId?: string,
): { currency: string; instalments: Instalment[] } {
  const due = dueOf(basis, currency, entityId);
  return { currency, instalments: [due > 0 ? { amount: due } : {}] };
}

interface PromiseTermsProps {
  basis: FollowUpBasis;
  currency: string;
  setCurrency: (currency: string) => void;
  /** The name of the terms in the form's input, if they are only a part of it. */
  within?: 'promise';
}

/** The currency, billing entity, dates and amounts of a promise. Another currency or entity begins with what is overdue there. */
export function PromiseTerms({ basis, currency, setCurrency, within }: PromiseTermsProps) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const currencies = currenciesOf(basis);
  const at = (name: string) => (within === undefined ? name : [within, name]);
  const entities = entitiesOf(basis, currency);
  const entityId = Form.useWatch<string | undefined>(at('entityId'));
  const unapplied = unappliedIn(basis, currency);
  const propose = (inCurrency: string, entityId?: string) => {
    form.setFieldValue(at('instalments'), proposedTerms(basis, inCurrency, entityId).instalments);
    form.setFieldValue(at('invoiceIds'), undefined);
  };
  const choose = (next: string) => {
    setCurrency(next);
    form.setFieldValue(at('entityId'), undefined);
    propose(next);
  };
  return (
    <>
      {currencies.length > 1 && (
        <Form.Item name={at('currency')} label={t('field.currency')}>
          <Select onChange={choose} options={currencies.map((value) => ({ value, label: value }))} />
        </Form.Item>
      )}
      {entities.length > 1 && (
        <Form.Item name={at('entityId')} label={t('field.entity')}>
          <ClearableSelect
            placeholder={t('followUp.anyEntity')}
            onChange={(entityId: string | undefined) => propose(currency, entityId)}
            options={entities.map(({ id, label }) => ({ value: id, label }))}
          />
        </Form.Item>
      )}
      <Form.Item name={at('instalments')} noStyle>
        <Instalments
          currency={currency}
          due={dueOf(basis, currency, entityId)}
          {...(within !== undefined && { within: `${within}.` })}
        />
      </Form.Item>
      {unapplied > 0 && (
        <p className={styles.quiet}>
          {t('followUp.creditNotPromised', { amount: amountText(unapplied, currency) })}
        </p>
      )}
    </>
  );
}
