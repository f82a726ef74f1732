import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addDays } from '@daybook/contracts/plain-date';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { Figures } from '@daybook/shared/charts/figures';
import { listLink } from '@daybook/shared/list-link';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { today } from '@daybook/shared/today';
import { followUpAddress } from '../common/addresses.ts';
import styles from './widgets.module.css';

/** How many promises fit into the card. */
const mostPromises = 6;

/** The follow-ups of today, broken promises, and the promises that fall due within a week. */
export default function FollowUpWidget() {
  const { t } = useTranslation('billing');
  const due = useRead(worklist.total, { filter: { tab: 'due_today', today: today() } });
  const broken = useRead(worklist.total, { filter: { tab: 'broken', today: today() } });
  return (
    <ReadView of={due} shape="form">
      {({ total }) => (
        <>
          <Figures
            figures={[
              {
                label: t('followUp.tab.due_today'),
                value: total,
                to: listLink('follow_up', { tab: 'due_today' }),
              },
              ...(broken.data === undefined
                ? []
                : [
                    {
                      label: t('followUp.tab.broken'),
                      value: broken.data.total,
                      to: listLink('follow_up', { tab: 'broken' }),
                      isBad: broken.data.total > 0,
                    },
                  ]),
            ]}
          />
          <DueThisWeek />
        </>
      )}
    </ReadView>
  );
}

function DueThisWeek() {
  const { t } = useTranslation('billing');
  const read = useRead(promises.list, {
    filter: { state: 'open', dueTo: addDays(today(), 6) },
    pageSize: mostPromises,
  });
  return (
    <ReadView of={read} shape="form">
      {({ rows }) => (
        <>
          <h3 className={styles.part}>{t('followUp.dueThisWeek')}</h3>
          {rows.length === 0 && <p>{t('followUp.noneDueThisWeek')}</p>}
          <ul className={styles.rows}>
            {rows.map(({ id, client, amount, currency, dueOn }) => (
              <li key={id}>
                <Link to={followUpAddress(client.id)}>
                  <bdi>{client.label}</bdi>
                </Link>
                <span>
                  <Amount minor={amount} currency={currency} /> · <DateText date={dueOn} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ReadView>
  );
}
