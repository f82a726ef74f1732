import { useTranslation } from 'react-i18next';
import { reminders, type ReminderPreview } from '@daybook/contracts/receivables/reminders/reminders';
import { useRead } from '@daybook/shared/read/use-read';
import { MailText } from '../common/mail-text.tsx';

interface ReminderTextProps {
  of: Pick<ReminderPreview, 'client' | 'entity'>;
  onClose: () => void;
}

/** A reminder as the client would read it. */
export function ReminderText({ of: { client, entity }, onClose }: ReminderTextProps) {
  const { t } = useTranslation('billing');
  return (
    <MailText
      title={t('reminding.readOf', { client: client.label })}
      of={useRead(reminders.read, { clientId: client.id, entityId: entity.id })}
      reasonOf={(why) => t(`reminding.why.${why}`)}
      onClose={onClose}
    />
  );
}
