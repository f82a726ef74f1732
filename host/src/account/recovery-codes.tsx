import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '@daybook/shared/record/save-file';
import css from './totp.module.css';
import controls from '../native-controls/native-controls.module.css';

/** Recovery codes are shown only once. The page closes only when the person confirms that they have stored them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('personal');
  const [isCopied, setCopied] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers allow clipboard access over https only. Otherwise the codes are selected, so that the person can copy them by hand.
      if (list.current !== null) getSelection()?.selectAllChildren(list.current);
    }
  };
  return (
    <section aria-labelledby="recovery-title">
      <h2 id="recovery-title" ref={title} tabIndex={-1} className={css.title}>
        {t('totp.recoveryTitle')}
      </h2>
      <p className={controls.note}>{t('totp.recoveryWhy')}</p>
      <ul ref={list} className={css.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => void copy()}>
          {t(isCopied ? 'totp.copied' : 'totp.copy')}
        </button>
        <button
          type="button"
          className={`${controls.button} ${controls.quiet}`}
          onClick={() =>
            saveFile({ blob: new Blob([text], { type: 'text/plain' }), name: 'daybook-codes.txt' })
          }
        >
          {t('totp.download')}
        </button>
      </div>
      <button type="button" className={`${controls.button} ${controls.wide}`} onClick={onDone}>
        {t('totp.kept')}
      </button>
    </section>
  );
}
