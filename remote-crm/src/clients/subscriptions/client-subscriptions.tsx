import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptions, type SubscriptionRow } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { MoreActions, type MoreAction } from '@daybook/shared/list/more-actions';
import { laterPart } from '@daybook/shared/read/later-part';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useMay } from '@daybook/shared/session';
import { newForClient } from '../../addresses.ts';
import styles from '../../crm.module.css';
import { ListOfClient, shownRows } from '../list-of-client.tsx';
import type { Step } from './subscription-dialogs.tsx';

const SubscriptionDialog = laterPart(() => import('./subscription-dialogs.tsx'));

const tones: Record<SubscriptionRow['status'], Tone> = { active: 'done', paused: 'waiting', ended: 'draft' };

/** The packages that the client has and had. */
export function ClientSubscriptions({ clientId, isActive }: { clientId: string; isActive: boolean }) {
  const { t } = useTranslation('crm');
  const read = useRead(subscriptions.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <>
      <ListOfClient title={t('subscription.title')} none={t('subscription.none')} read={read}>
        {(row) => <Row of={row} />}
      </ListOfClient>
      {isActive && (
        <Can do="recurring_invoices.add">
          <div>
            <LinkButton to={newForClient('subscription', clientId)}>{t('subscription.apply')}</LinkButton>
          </div>
        </Can>
      )}
    </>
  );
}

function Row({ of: row }: { of: SubscriptionRow }) {
  const { t } = useTranslation('crm');
  const { package: sold, status, cycle, price, currency, discountPct, startsOn, endedOn } = row;
  return (
    <>
      <span>
        <bdi>{sold.label}</bdi>{' '}
        <StatusTag tone={tones[status]}>{t(`subscription.status.${status}`)}</StatusTag>{' '}
        <span className={styles.aside}>
          <DateText date={startsOn} />
          {endedOn !== null && (
            <>
              {' – '}
              <DateText date={endedOn} />
            </>
          )}
          {row.versionNo < row.latestNo && ` · ${t('subscription.behind', { no: row.versionNo })}`}
        </span>
      </span>
      <span className={styles.moves}>
        <span>
          <Amount minor={price} currency={currency} /> {t(`subscription.cycles.${cycle}`)}
          {discountPct !== null && ` · −${discountPct} %`}
        </span>
        <Actions of={row} />
      </span>
    </>
  );
}

function Actions({ of: row }: { of: SubscriptionRow }) {
  const { t } = useTranslation('crm');
  const [step, setStep] = useState<Step | null>(null);
  const [mayEdit, mayEnd] = [useMay('recurring_invoices.edit'), useMay('recurring_invoices.delete')];
  const action = (key: Step, isHarmless: boolean): MoreAction => ({
    key,
    label: t(`subscription.step.${key}`),
    begin: () => setStep(key),
    ...(isHarmless && { isHarmless: true as const }),
  });
  const isOpen = row.endedOn === null;
  const isResting = row.pausedOn !== null;
  const actions = [
    ...(mayEdit && row.status !== 'ended' && row.cycle !== 'once' ? [action('price', true)] : []),
    ...(mayEdit && isOpen && !isResting ? [action('change', true), action('pause', true)] : []),
    ...(mayEdit && row.canResume ? [action('resume', true)] : []),
    ...(mayEnd && isOpen && row.canEnd ? [action('end', false)] : []),
    ...(mayEnd && !isOpen && (row.canEnd || row.canGoOn) ? [action('moveEnd', true)] : []),
    ...(mayEnd && row.canGoOn ? [action('goOn', true)] : []),
  ];
  return (
    <>
      <MoreActions actions={actions} />
      {step !== null && <SubscriptionDialog step={step} of={row} onClose={() => setStep(null)} />}
    </>
  );
}
