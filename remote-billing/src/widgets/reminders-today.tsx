import { useTranslation } from 'react-i18next';
import { reminderChannels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { Figures } from '@daybook/shared/charts/figures';
import { listLink } from '@daybook/shared/list-link';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';

/** The reminders of today: what was given, by channel, and what is proposed. */
export default function RemindersToday() {
  const { t } = useTranslation('billing');
  return (
    <ReadView of={useRead(reminders.today, {})} shape="form">
      {({ given, proposed, byChannel }) => (
        <>
          <Figures
            figures={[
              {
                label: t('reminding.proposed'),
                value: proposed,
                to: listLink('follow_up', { tab: 'to_remind' }),
              },
              { label: t('reminding.given'), value: given },
            ]}
          />
          {given > 0 && (
            <p>
              {reminderChannels
                .filter((channel) => (byChannel[channel] ?? 0) > 0)
                .map(
                  (channel) => `${t(`reminding.channel.${channel}`)}: ${countText(byChannel[channel] ?? 0)}`,
                )
                .join(' · ')}
            </p>
          )}
        </>
      )}
    </ReadView>
  );
}
