import { useTranslation } from 'react-i18next';
import type { FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { InvoiceLink } from '../common/invoice-link.tsx';
import { PromiseTag } from '../common/promise-tag.tsx';
import styles from './follow-up.module.css';

/** What a person needs to know while they talk to a client: what is overdue, what is promised, and what was said last. */
export function Standing({ basis: { owed, promises, lastFollowUp } }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const promised = promises.filter(({ state }) => state === 'open' || state === 'broken');
  return (
    <div className={styles.standing}>
      {owed.map(({ currency, overdue, balance }) => (
        <span key={currency}>
          {t('overdue')} <Amount minor={overdue} currency={currency} /> · {t('followUp.balance')}{' '}
          <Amount minor={balance} currency={currency} />
        </span>
      ))}
      {promised.map(({ id, state, amount, currency, dueOn }) => (
        <span key={id}>
          {t('followUp.promiseLabel')} <PromiseTag state={state} />{' '}
          <Amount minor={amount} currency={currency} /> · <DateText date={dueOn} />
        </span>
      ))}
      {lastFollowUp !== null && (
        <span className={styles.quiet}>
          {t('followUp.last')}: {t(`followUp.outcome.${lastFollowUp.outcome}`)}
          {lastFollowUp.person !== null && (
            <>
              {' · '}
              <bdi>{lastFollowUp.person}</bdi>
            </>
          )}
          {' · '}
          <InstantText at={lastFollowUp.at} />
          {lastFollowUp.note !== null && (
            <>
              {' · '}
              <bdi>{lastFollowUp.note}</bdi>
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** The open invoices of a client, oldest first. */
export function OpenInvoices({ basis: { client, invoices, today } }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  return (
    <ul className={styles.events}>
      {invoices.map((invoice) => (
        <li key={invoice.id} className={styles.openInvoice}>
          <span>
            <InvoiceLink invoice={{ id: invoice.id, label: invoice.number }} />
            {invoice.client.id !== client.id && <bdi>{` ${invoice.client.label}`}</bdi>}
          </span>
          <Amount minor={invoice.outstanding} currency={invoice.currency} />
          <span className={styles.quiet}>
            {t('field.dueDate')} <DateText date={invoice.dueOn} />
            {invoice.dueOn < today && ` · ${t('overdue')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
