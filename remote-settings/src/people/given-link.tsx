import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined';
import Button from 'antd/es/button';
import Input, { type InputRef } from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { linkPurposes } from '@daybook/contracts/auth/account';
import { notify } from '@daybook/shared/notify';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import styles from './people.module.css';

interface GivenLinkProps {
  name: string;
  purpose: (typeof linkPurposes)[number];
  link: string;
  onClose: () => void;
}

/** A one-time link that could not be sent, because there is no mail server. It is shown only once, to be handed over in person. */
export function GivenLink({ name, purpose, link, onClose }: GivenLinkProps) {
  const { t } = useTranslation('settings');
  const box = useRef<InputRef>(null);
  const focus = useDialogFocus();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notify.success(t('link.copied'));
    } catch {
      // Browsers allow clipboard access over https only.
      box.current?.select();
      notify.info(t('link.copyByHand'));
    }
  };
  return (
    <Modal
      open
      title={t('link.title', { name })}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
      wrapProps={focus}
      footer={<Button onClick={onClose}>{t('link.close')}</Button>}
    >
      <p>
        {t('link.explanation')} {t(`link.lasts.${purpose}`)}
      </p>
      <div className={styles.link}>
        <Input
          ref={box}
          readOnly
          dir="ltr"
          aria-label={t('link.label')}
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <Button type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
      </div>
    </Modal>
  );
}
