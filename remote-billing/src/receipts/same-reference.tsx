import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { receipts, type receiptModes } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { useRead } from '@daybook/shared/read/use-read';
import { postdatedAddress, receiptAddress } from '../common/addresses.ts';
import styles from './receipts.module.css';

const pauseMs = 300;

/** The typed text, after a pause in typing. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** Warns if money was entered before with the same reference, or if the client's cheque with this number is already recorded. */
export function SameReference({ mode }: { mode: (typeof receiptModes)[number] }) {
  const { t } = useTranslation('billing');
  const entityId = Form.useWatch<string | null>('entityId') ?? null;
  const clientId = Form.useWatch<string | null>('clientId') ?? null;
  const name = mode === 'cheque' ? 'instrumentNo' : 'reference';
  const reference = useTyped((Form.useWatch<string | null>(name) ?? '').trim());
  const isAsked = entityId !== null && clientId !== null && reference !== '';
  const { data } = useRead(receipts.sameReference, isAsked ? { entityId, clientId, mode, reference } : null);
  if (data === undefined) return null;
  const entered = data.rows.map((row) => ({
    ...row,
    to: receiptAddress(row.id),
    label: row.number,
    on: row.receiptDate,
  }));
  const waiting = data.waiting.map((row) => ({
    ...row,
    to: postdatedAddress,
    label: reference,
    on: row.dueOn,
  }));
  return (
    <>
      <Same title={t(mode === 'cheque' ? 'warning.sameCheque' : 'warning.sameReference')} money={entered} />
      <Same title={t('warning.waitingCheque')} money={waiting} />
    </>
  );
}

interface Money {
  id: string;
  to: string;
  label: string;
  on: string;
  amount: number;
  currency: string;
  client: Reference;
}

function Same({ title, money }: { title: string; money: readonly Money[] }) {
  if (money.length === 0) return null;
  return (
    <Alert
      className={styles.line}
      type="warning"
      title={
        <>
          {title}
          {money.map(({ id, to, label, on, amount, currency, client }, index) => (
            <Fragment key={id}>
              {index > 0 && ';'}{' '}
              <Link to={to} target="_blank">
                <bdi>{label}</bdi>
              </Link>{' '}
              · <DateText date={on} /> · <Amount minor={amount} currency={currency} /> ·{' '}
              <bdi>{client.label}</bdi>
            </Fragment>
          ))}
        </>
      }
    />
  );
}
