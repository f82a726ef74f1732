import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  disputes,
  followUps,
  type FollowUpBasis,
  type OwedAmounts,
} from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { InvoiceLink } from '../common/invoice-link.tsx';
import { PromiseTag } from '../common/promise-tag.tsx';
import { InterestEstimate } from './interest-estimate.tsx';
import { Reach } from './reach.tsx';
import { OpenInvoices } from './standing.tsx';
import styles from './follow-up.module.css';

interface HistorySideProps {
  clientId: string;
  /** Null for people who may not see amounts. */
  owed: OwedAmounts[] | null;
  mayFollowUp: boolean;
}

/** Beside the history: what the client owes, and what is under way. */
export function HistorySide({ clientId, owed, mayFollowUp }: HistorySideProps) {
  const basis = useRead(followUps.basis, mayFollowUp ? { id: clientId } : null);
  // What is withdrawn disappears with its button. The focus then goes to the title, where the keys act.
  const known = basis.data;
  useEffect(() => {
    if (known !== undefined && document.activeElement === document.body)
      document.getElementById('record-title')?.focus({ preventScroll: true });
  }, [known]);
  return (
    <>
      {owed !== null && <Balance owed={owed} />}
      {mayFollowUp && (
        <ReadView of={basis} shape="form">
          {(present) => (
            <>
              <Reached basis={present} />
              <Present basis={present} />
              <Open basis={present} />
              <InterestEstimate clientId={clientId} />
              <OpenPromises basis={present} />
              <LiveDisputes basis={present} />
            </>
          )}
        </ReadView>
      )}
    </>
  );
}

function Balance({ owed }: { owed: OwedAmounts[] }) {
  const { t } = useTranslation('billing');
  return (
    <RecordSection title={t('followUp.balance')}>
      {owed.length === 0 && <span className={styles.quiet}>{t('followUp.owesNothing')}</span>}
      {owed.map(({ currency, outstanding, overdue, disputed, unapplied, balance }) => {
        const money = (label: string, amount: number) => ({
          label,
          value: <Amount minor={amount} currency={currency} zeroAsDash />,
        });
        return (
          <Facts
            key={currency}
            areFigures
            facts={[
              money(t('field.outstanding'), outstanding),
              money(t('overdue'), overdue),
              ...(disputed > 0 ? [money(t('followUp.disputed'), disputed)] : []),
              ...(unapplied > 0 ? [money(t('followUp.unapplied'), unapplied)] : []),
              money(t('followUp.balance'), balance),
            ]}
          />
        );
      })}
    </RecordSection>
  );
}

function Reached({ basis }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  return (
    <RecordSection title={t('followUp.contacts')}>
      <Reach basis={basis} />
    </RecordSection>
  );
}

function Open({ basis }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  if (basis.invoices.length === 0) return null;
  return (
    <RecordSection title={t('followUp.openInvoices')}>
      <OpenInvoices basis={basis} />
    </RecordSection>
  );
}

function Present({ basis: { responsible, nextOn, reminders } }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const until = reminders.remindersPausedUntil;
  return (
    <RecordSection title={t('followUp.present')}>
      <Facts
        facts={[
          { label: t('followUp.responsible'), value: <bdi>{responsible.label}</bdi> },
          { label: t('followUp.nextOn'), value: nextOn && <DateText date={nextOn} /> },
          {
            label: t('field.reminders'),
            value: (
              <>
                {t(`followUp.reminders.${reminders.reminders}`)} {until && <DateText date={until} />}
              </>
            ),
          },
        ]}
      />
    </RecordSection>
  );
}

function OpenPromises({ basis }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(promises.withdraw);
  const [asked, setAsked] = useState<string | null>(null);
  const open = basis.promises.filter(({ state }) => state === 'open' || state === 'broken');
  if (open.length === 0) return null;
  return (
    <RecordSection title={t('followUp.promises')}>
      <ul className={styles.events}>
        {open.map(({ id, state, amount, received, currency, dueOn }) => (
          <li key={id} className={styles.event}>
            <div className={styles.eventHead}>
              <PromiseTag state={state} />
              <Amount minor={amount} currency={currency} />
              <span>
                {t('followUp.payBy')} <DateText date={dueOn} />
              </span>
              {received > 0 && (
                <span>
                  {t('followUp.received')} <Amount minor={received} currency={currency} />
                </span>
              )}
              {state === 'open' && (
                <Button type="link" size="small" onClick={() => setAsked(id)}>
                  {t('followUp.withdraw')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ReasonDialog
          question={t('followUp.withdrawQuestion', { client: basis.client.label })}
          label={t('followUp.note')}
          verb={t('followUp.withdraw')}
          isRequired={false}
          run={async (note) => {
            await save({ id: asked, note });
            notify.success(t('followUp.withdrawDone'));
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </RecordSection>
  );
}

function LiveDisputes({ basis }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(disputes.takeBack);
  const [asked, setAsked] = useState<{ id: string; number: string } | null>(null);
  const live = basis.invoices.flatMap((invoice) =>
    invoice.disputeId === null ? [] : [{ ...invoice, dispute: invoice.disputeId }],
  );
  if (live.length === 0) return null;
  return (
    <RecordSection title={t('followUp.disputes')}>
      <ul className={styles.events}>
        {live.map(({ id, number, disputed, currency, dispute }) => (
          <li key={id} className={styles.event}>
            <div className={styles.eventHead}>
              <InvoiceLink invoice={{ id, label: number }} />
              <Amount minor={disputed} currency={currency} />
              <Button
                type="link"
                size="small"
                aria-label={t('followUp.takeBackOf', { number })}
                onClick={() => setAsked({ id: dispute, number })}
              >
                {t('followUp.takeBack')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ReasonDialog
          question={t('followUp.takeBackOf', { number: asked.number })}
          label={t('followUp.note')}
          verb={t('followUp.takeBack')}
          isRequired
          run={async (note) => {
            await save({ id: asked.id, note: note ?? '' });
            notify.success(t('followUp.takeBackDone', { number: asked.number }));
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </RecordSection>
  );
}
