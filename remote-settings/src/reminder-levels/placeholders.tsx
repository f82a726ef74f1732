import { useTranslation } from 'react-i18next';
import { reminderTokens } from '@daybook/contracts/receivables/reminders/reminder-levels';
import styles from './levels.module.css';

/** What a text can name, and what stands there when it is sent. */
export function Placeholders() {
  const { t } = useTranslation('settings');
  return (
    <details>
      <summary>{t('reminders.placeholders')}</summary>
      <dl className={styles.placeholders}>
        {reminderTokens.map((token) => (
          <div key={token}>
            <dt>
              <code dir="ltr">{`{{${token}}}`}</code>
            </dt>
            <dd>{t(`reminders.token.${token}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
