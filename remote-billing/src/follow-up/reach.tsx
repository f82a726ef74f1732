import { useTranslation } from 'react-i18next';
import type { FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { amountText } from '@daybook/shared/record/amount';
import styles from './follow-up.module.css';

/** The address of a WhatsApp chat with a prepared text. The number is in international form. */
const chatAddress = (phone: string, text: string): string =>
  `https://wa.me/${phone.replace('+', '')}?${new URLSearchParams({ text })}`;

/** How the contacts of a client are reached: numbers to call, chats with the text prepared, and addresses. */
export function Reach({ basis: { client, contacts, owed } }: { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const due = owed
    .filter(({ overdue }) => overdue > 0)
    .map(({ overdue, currency }) => amountText(overdue, currency));
  const reachable = contacts.filter(({ phone, email }) => phone !== null || email !== null);
  if (reachable.length === 0) return <p className={styles.quiet}>{t('followUp.noContact')}</p>;
  return (
    <ul className={styles.reach} aria-label={t('followUp.contactsOf', { client: client.label })}>
      {reachable.map(({ id, name, phone, email }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          {phone !== null && (
            <>
              <a href={`tel:${phone}`} dir="ltr">
                {phone}
              </a>
              <a
                href={chatAddress(
                  phone,
                  due.length === 0
                    ? t('followUp.chatHello', { name })
                    : t('followUp.chatText', { name, amount: due.join(', ') }),
                )}
                target="_blank"
                rel="noreferrer"
                aria-label={t('followUp.chatWith', { name })}
              >
                WhatsApp
              </a>
            </>
          )}
          {email !== null && <a href={`mailto:${email}`}>{email}</a>}
        </li>
      ))}
    </ul>
  );
}
