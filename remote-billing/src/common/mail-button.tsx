import Button, { type ButtonProps } from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { useTranslation } from 'react-i18next';

interface MailButtonProps extends Pick<ButtonProps, 'type' | 'children'> {
  /** Undefined until it is known. */
  canMail: boolean | undefined;
  onClick: () => void;
}

/** Without a mail server, the button explains that and does nothing. */
export function MailButton({ canMail, onClick, ...button }: MailButtonProps) {
  const { t } = useTranslation('billing');
  const cannot = canMail === false;
  return (
    <Tooltip title={cannot ? t('send.notSetUp') : undefined}>
      {/* Not disabled, so that keyboard users can reach the reason. */}
      <Button {...button} aria-disabled={cannot} onClick={cannot ? undefined : onClick} />
    </Tooltip>
  );
}
