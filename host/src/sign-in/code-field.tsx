import { useTranslation } from 'react-i18next';
import { NativeField } from '../native-controls/native-field.tsx';
import css from '../native-controls/native-controls.module.css';

export type CodeKind = 'otp' | 'recovery';
export type CodeError = 'missing' | 'wrong';

export interface CodeFieldProps {
  kind: CodeKind;
  error: CodeError | undefined;
  onKind: (kind: CodeKind) => void;
}

/** The second factor: a code from the app, or a recovery code if the app is lost. */
export default function CodeField({ kind, error, onKind }: CodeFieldProps) {
  const { t } = useTranslation('personal');
  return (
    <>
      <NativeField
        key={kind}
        name={kind}
        label={t(`code.${kind}`)}
        hint={t(`code.${kind}Hint`)}
        error={error && t(`code.${error}`)}
        autoComplete={kind === 'otp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'otp' ? 'numeric' : 'text'}
        maxLength={kind === 'otp' ? 20 : 40}
        dir="ltr"
        hasFirstFocus
      />
      <p className={css.note}>
        <button
          type="button"
          className={css.link}
          onClick={() => onKind(kind === 'otp' ? 'recovery' : 'otp')}
        >
          {t(kind === 'otp' ? 'code.useRecovery' : 'code.useOtp')}
        </button>
      </p>
    </>
  );
}
