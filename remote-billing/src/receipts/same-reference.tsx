import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { receipts, type receiptModes } from '@daybook/contracts/billing/receipts';
import { Amount } from '@daybook/shared/ui/amount';
import { DateText } from '@daybook/shared/ui/date-text';
import { useRead } from '@daybook/shared/ui/use-read';
import { receiptAddress } from '../common/addresses.ts';
import styles from './receipts.module.css';

const pauseMs = 300;

/** What was typed, once the person pauses. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** Warns of money that was entered before under the same reference, or the client's cheque of the same number. */
export function SameReference({ mode }: { mode: (typeof receiptModes)[number] }) {
  const { t } = useTranslation('billing');
  const entityId = Form.useWatch<string | null>('entityId') ?? null;
  const clientId = Form.useWatch<string | null>('clientId') ?? null;
  const name = mode === 'cheque' ? 'instrumentNo' : 'reference';
  const reference = useTyped((Form.useWatch<string | null>(name) ?? '').trim());
  const isAsked = entityId !== null && clientId !== null && reference !== '';
  const { data } = useRead(receipts.sameReference, isAsked ? { entityId, clientId, mode, reference } : null);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <Alert
      className={styles.line}
      type="warning"
      title={
        <>
          {t(mode === 'cheque' ? 'warning.sameCheque' : 'warning.sameReference')}
          {data.rows.map(({ id, number, receiptDate, amount, currency, client }, index) => (
            <Fragment key={id}>
              {index > 0 && ';'}{' '}
              <Link to={receiptAddress(id)} target="_blank">
                <bdi>{number}</bdi>
              </Link>{' '}
              · <DateText date={receiptDate} /> · <Amount minor={amount} currency={currency} /> ·{' '}
              <bdi>{client.label}</bdi>
            </Fragment>
          ))}
        </>
      }
    />
  );
}
