import FilePdfOutlined from '@ant-design/icons/es/icons/FilePdfOutlined';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { download } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { openFile } from '@daybook/shared/record/open-file';

interface LetterButtonProps {
  /** The reminder. */
  id: string;
  client: string;
}

/** Opens the letter that a job has made, to print it. */
export function LetterButton({ id, client }: LetterButtonProps) {
  const { t } = useTranslation('settings');
  const open = async () => {
    try {
      await openFile({ label: `${client}.pdf`, type: 'application/pdf' }, async () =>
        download(reminders.letter, { id }),
      );
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button
      size="small"
      icon={<FilePdfOutlined aria-hidden />}
      aria-label={t('job.letterTo', { client })}
      onClick={() => void open()}
    >
      {t('job.letter')}
    </Button>
  );
}
