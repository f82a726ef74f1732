import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeField } from './native-field.tsx';
import css from './native-controls.module.css';

/** A password field that can show what was typed, so that nobody has to type it twice. */
export function NativePassword(props: Omit<ComponentProps<typeof NativeField>, 'type' | 'dir'>) {
  const { t } = useTranslation('personal');
  const [isShown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <NativeField {...props} type={isShown ? 'text' : 'password'} dir="ltr" spellCheck={false} />
      <button
        type="button"
        className={css.link}
        aria-pressed={isShown}
        aria-label={t('password.show')}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'password.hideShort' : 'password.showShort')}
      </button>
    </div>
  );
}
