import Button, { type ButtonProps } from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { useTranslation } from 'react-i18next';

interface MailButtonProps extends Pick<ButtonProps, 'type' | 'children'> {
  /** Undefined while it is not known. */
  canMail: boolean | undefined;
  onClick: () => void;
}

/** Where no mail server is set up it says so, and does nothing. */
export function MailButton({ canMail, onClick, ...button }: MailButtonProps) {
  const { t } = useTranslation('billing');
  const cannot = canMail === false;
  return (
    <Tooltip title={cannot ? t('send.notSetUp') : undefined}>
      {/* Not disabled, so that the reason can be had by keyboard. */}
      <Button {...button} aria-disabled={cannot} onClick={cannot ? undefined : onClick} />
    </Tooltip>
  );
}
