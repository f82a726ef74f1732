import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import type { Language } from '@daybook/contracts/fields';
import {
  reminderLevels,
  type ReminderTemplate,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './levels.module.css';

interface TemplatePreviewProps {
  entityId: string;
  language: Language;
  template: ReminderTemplate;
  levelName: string;
  onClose: () => void;
}

/** The text as an example client would read it, or what is wrong with it. */
export function TemplatePreview({ onClose, ...asked }: TemplatePreviewProps) {
  const { t } = useTranslation('settings');
  const focus = useDialogFocus();
  return (
    <Modal open title={t('reminders.previewTitle')} onCancel={onClose} wrapProps={focus} footer={null}>
      <Text {...asked} />
    </Modal>
  );
}

function Text({ entityId, language, template, levelName }: Omit<TemplatePreviewProps, 'onClose'>) {
  const { t } = useTranslation('settings');
  const name = levelName.trim() === '' ? t('reminders.unnamed') : levelName;
  const input = { id: entityId, language, template, levelName: name };
  const { error } = reminderLevels.preview.input.safeParse(input);
  const read = useRead(reminderLevels.preview, error === undefined ? input : null);
  if (error !== undefined) {
    const [first] = Object.values(fieldRefusals(error, input)).flat();
    return <Alert type="error" showIcon title={first && fieldText(first)} />;
  }
  return (
    <ReadView of={read}>
      {({ subject, body }) => (
        <div lang={language}>
          <strong>
            <bdi>{subject}</bdi>
          </strong>
          <p className={styles.body} dir="auto">
            {body}
          </p>
        </div>
      )}
    </ReadView>
  );
}
