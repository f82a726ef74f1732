import { useEffect } from 'react';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import type { Interruption } from '@daybook/shared/interruption';
import { declineInterruption } from '@daybook/shared/session';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { landingPath } from '../routing/paths.ts';
import { SignInForm } from './sign-in-form.tsx';
import css from '../native-controls/native-controls.module.css';

/** Shown when a session ends while something is typed: the person signs in again over the page, and the page continues unchanged. */
export default function SignInAgain({ email, isAnother }: Interruption) {
  const { t } = useTranslation('host');
  const focus = useDialogFocus();
  useEffect(() => {
    // Somebody else signed in: the page reloads, so that nothing of the first person stays.
    if (isAnother) location.assign(landingPath);
  }, [isAnother]);
  return (
    <Modal
      open
      title={t('signIn.again')}
      width={420}
      footer={null}
      mask={{ closable: false }}
      onCancel={declineInterruption}
      wrapProps={focus}
    >
      <p className={css.note}>{t('signIn.againMeans')}</p>
      <SignInForm goTo="" email={email} isAbove />
    </Modal>
  );
}
