import { useTranslation } from 'react-i18next';
import { reminders, type ReminderPreview } from '@daybook/contracts/receivables/reminders/reminders';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { MailBody, MailText } from '../common/mail-text.tsx';

type Whose = Pick<ReminderPreview, 'client' | 'entity'>;

function useReminderText({ client, entity }: Whose) {
  const { t } = useTranslation('billing');
  return {
    title: t('reminding.readOf', { client: client.label }),
    of: useRead(reminders.read, { clientId: client.id, entityId: entity.id }),
    reasonOf: (why: NonNullable<ReminderPreview['why']>) => t(`reminding.why.${why}`),
  };
}

/** A reminder as the client would read it, in a dialog. */
export function ReminderText({ of, onClose }: { of: Whose; onClose: () => void }) {
  return <MailText {...useReminderText(of)} onClose={onClose} />;
}

/** A reminder as the client would read it, on the page. */
export function ReminderSection({ of }: { of: Whose }) {
  const { title, ...mail } = useReminderText(of);
  return (
    <RecordSection title={title}>
      <MailBody {...mail} />
    </RecordSection>
  );
}
