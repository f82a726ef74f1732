import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HistoryEvent } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import type { FollowUp } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { documentAddress } from '../common/addresses.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { PromiseTag } from '../common/promise-tag.tsx';
import styles from './follow-up.module.css';

interface HistoryEntryProps {
  event: HistoryEvent;
  /** The client whose history it is; events of another client of its group name that client. */
  ownId: string;
  onCorrect: ((followUp: FollowUp) => void) | undefined;
}

/** One event in the history of a client: what it was, its amount and record, and who entered it when. */
export function HistoryEntry({ event, ownId, onCorrect }: HistoryEntryProps) {
  const { t } = useTranslation('billing');
  const { kind, at, by, client, followUp, isCorrected, currency, amount, document, note } = event;
  const said = followUp?.note ?? note;
  return (
    <li className={styles.event}>
      <div className={styles.eventHead}>
        <strong className={isCorrected ? styles.corrected : undefined}>{t(`followUp.kind.${kind}`)}</strong>
        <What event={event} />
        {document !== null && <DocumentLink document={document} />}
        {amount !== null && currency !== null && <Amount minor={amount} currency={currency} />}
        {client.id !== ownId && <bdi>{client.label}</bdi>}
      </div>
      {said !== null && (
        <p className={styles.note}>
          <bdi>{said}</bdi>
        </p>
      )}
      <div className={styles.eventHead}>
        <span className={styles.quiet}>
          <InstantText at={at} />
          {by !== null && (
            <>
              {' · '}
              <bdi>{by.label}</bdi>
            </>
          )}
        </span>
        {isCorrected && <span className={styles.quiet}>{t('followUp.corrected')}</span>}
        {followUp !== null && !isCorrected && onCorrect && (
          <Button type="link" size="small" onClick={() => onCorrect(followUp)}>
            {t('followUp.correct')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What is special to the kind of the event. */
function What({
  event: { followUp, promise, dispute, kind, responsible, pause, on },
}: {
  event: HistoryEvent;
}) {
  const { t } = useTranslation('billing');
  if (followUp !== null) return <Contact followUp={followUp} />;
  if (promise !== null)
    return (
      <>
        <PromiseTag state={promise.state} />
        <span>
          {t('followUp.payBy')} <DateText date={promise.dueOn} />
        </span>
        {promise.paidLateOn !== null && (
          <span>
            {t('followUp.paidLate')} <DateText date={promise.paidLateOn} />
          </span>
        )}
      </>
    );
  if (dispute !== null)
    return (
      <span>
        {t(dispute.isOver ? 'followUp.disputeOver' : 'followUp.disputeFrom')} <DateText date={on} />
      </span>
    );
  if (kind === 'hand_on') return <bdi>{responsible?.label ?? t('followUp.manager')}</bdi>;
  if (pause !== null)
    return (
      <span>
        {t(`followUp.reminders.${pause.mode}`)}
        {pause.until !== null && (
          <>
            {' '}
            <DateText date={pause.until} />
          </>
        )}
      </span>
    );
  return <DateText date={on} />;
}

function Contact({ followUp: { channel, outcome, person, nextOn } }: { followUp: FollowUp }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <span>
        {t(`followUp.channel.${channel}`)} · {t(`followUp.outcome.${outcome}`)}
      </span>
      {person !== null && <bdi>{person}</bdi>}
      {nextOn !== null && (
        <span className={styles.quiet}>
          {t('followUp.nextOn')} <DateText date={nextOn} />
        </span>
      )}
    </>
  );
}

function DocumentLink({
  document: { kind, id, label },
}: {
  document: NonNullable<HistoryEvent['document']>;
}) {
  const mayPrint = useMay('followup.follow_up');
  if (kind === 'reminder')
    return mayPrint ? <PdfButton endpoint={reminders.letter} input={{ id }} of={label} /> : null;
  const name = <bdi>{label}</bdi>;
  return kind === 'client_mail' ? name : <Link to={documentAddress(kind, id)}>{name}</Link>;
}
