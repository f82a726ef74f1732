import { useEffect } from 'react';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import type { Interruption } from '@daybook/shared/interruption';
import { declineInterruption } from '@daybook/shared/session';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { landingPath } from '../routing/paths.ts';
import { SignInForm } from './sign-in-form.tsx';
import css from '../native-controls/native-controls.module.css';

/** A session has ended under something typed: signed in again above it, the page goes on as it stood. */
export default function SignInAgain({ email, isAnother }: Interruption) {
  const { t } = useTranslation('host');
  const focus = useDialogFocus();
  useEffect(() => {
    // Nothing of the first person stays: their page is read anew, as somebody else.
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
