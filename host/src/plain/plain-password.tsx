import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainField } from './plain-field.tsx';
import css from './plain.module.css';

/** A password that can be looked at while it is typed, in place of typing it twice. */
export function PlainPassword(props: Omit<ComponentProps<typeof PlainField>, 'type' | 'dir'>) {
  const { t } = useTranslation('personal');
  const [isShown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <PlainField {...props} type={isShown ? 'text' : 'password'} dir="ltr" spellCheck={false} />
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
