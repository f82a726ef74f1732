import { type ComponentType, type FormEvent, useRef, useState } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '@daybook/shared/call';
import { authAtom, signIn, store } from '@daybook/shared/session';
import { withPersonalTexts } from '../appearance/personal-texts.ts';
import { NativeField } from '../native-controls/native-field.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import { secondsToWait, useCountdown } from '../native-controls/use-countdown.ts';
import { forgotPath } from '../routing/paths.ts';
import type { CodeError, CodeFieldProps, CodeKind } from './code-field.tsx';
import css from '../native-controls/native-controls.module.css';

type Typed = Record<'email' | 'password' | CodeKind, string>;
type Missing = Partial<Record<'email' | 'password', string>> & { code?: CodeError };

// Only people with a second factor need it.
const loadCodeField = withPersonalTexts(() => import('./code-field.tsx'));

interface Props {
  goTo: string;
  /** Known if the person has just set a password by a link, or if their session has ended. */
  email?: string;
  /** Shown over a page that the person must not lose. */
  isAbove?: boolean;
  /** The session has ended, so the form explains why the person is here. */
  hasEnded?: boolean;
}

/** The second factor is requested after the password was accepted. */
export function SignInForm({ goTo, email = '', isAbove = false, hasEnded = false }: Props) {
  const { t } = useTranslation('host');
  const { loading } = useAtomValue(authAtom, { store });
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<Missing>({});
  const [codeKind, setCodeKind] = useState<CodeKind | null>(null);
  const code = useCodeField();
  const [wait, beginWait] = useCountdown();
  const isBusy = loading || code.isLoading;

  async function send({ email, password, ...codes }: Typed) {
    const factor = codeKind === null ? {} : { [codeKind]: codes[codeKind] };
    const refusal = await signIn(email, password, { goTo, ...factor });
    if (refusal === null) return;
    beginWait(secondsToWait(refusal));
    if (!isRefusal(refusal) || refusal.code !== 'AUTH_OTP_REQUIRED') return;
    if (codeKind !== null) say({ code: 'wrong' });
    else if (await code.load()) setCodeKind('otp');
  }

  /** Shows what is wrong, and leads to the first field of it, which a screen reader then reads with its message. */
  function say(found: Missing) {
    setMissing(found);
    const [first] = Object.keys(found);
    const field = form.current?.elements.namedItem(first === 'code' ? (codeKind ?? '') : (first ?? ''));
    if (field instanceof HTMLElement) field.focus();
  }

  function changeKind(kind: CodeKind) {
    setCodeKind(kind);
    setMissing({});
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const typed = submitted(event, ['email', 'password', 'otp', 'recovery']);
    const found: Missing = {
      ...(typed.email.trim() === '' && { email: t('signIn.emailMissing') }),
      ...(typed.password === '' && { password: t('signIn.passwordMissing') }),
      ...(codeKind !== null && typed[codeKind].trim() === '' && { code: 'missing' }),
    };
    say(found);
    if (!isBusy && wait === 0 && Object.keys(found).length === 0) void send(typed);
  }

  return (
    // A password manager may submit it past React: never with the password in an address.
    <form ref={form} method="post" noValidate onSubmit={onSubmit}>
      <Said isAbove={isAbove} hasEnded={hasEnded} hasFailed={code.hasFailed} />
      <NativeField
        name="email"
        type="email"
        label={t('signIn.email')}
        error={missing.email}
        defaultValue={email}
        autoComplete="username"
        dir="ltr"
        hasFirstFocus={email === ''}
      />
      <NativeField
        name="password"
        type="password"
        label={t('signIn.password')}
        error={missing.password}
        autoComplete="current-password"
        dir="ltr"
        hasFirstFocus={email !== ''}
      />
      {codeKind !== null && code.Field !== null && (
        <code.Field kind={codeKind} error={missing.code} onKind={changeKind} />
      )}
      <NativeSubmit label={t('signIn.submit')} isBusy={isBusy} wait={wait} />
      {!isAbove && <Forgot />}
    </form>
  );
}

function Forgot() {
  const { t } = useTranslation('host');
  return (
    <p className={css.below}>
      <a className={css.link} href={forgotPath}>
        {t('signIn.forgot')}
      </a>
    </p>
  );
}

/** The field for the second factor, which the form waits for. If it cannot be loaded, the next press of the button tries again. */
function useCodeField() {
  const [Field, setField] = useState<ComponentType<CodeFieldProps> | null>(null);
  const [state, setState] = useState<'loading' | 'failed' | null>(null);
  const load = async (): Promise<boolean> => {
    setState('loading');
    try {
      const { default: Loaded } = await loadCodeField();
      setField(() => Loaded);
      setState(null);
      return true;
    } catch (error) {
      reportError(error);
      setState('failed');
      return false;
    }
  };
  return { Field, load, isLoading: state === 'loading', hasFailed: state === 'failed' };
}

interface SaidProps {
  isAbove: boolean;
  hasEnded: boolean;
  /** The field for the code could not be loaded. */
  hasFailed: boolean;
}

/** The title, why the form is shown, and why the last attempt failed. */
function Said({ isAbove, hasEnded, hasFailed }: SaidProps) {
  const { t } = useTranslation('host');
  const { loading, message, showMessage } = useAtomValue(authAtom, { store });
  const failure = showMessage ? message : hasFailed && !loading && t('signIn.codeFailed');
  return (
    <>
      {!isAbove && <h1>{t('signIn.title')}</h1>}
      {hasEnded && <p className={css.note}>{t('signIn.ended')}</p>}
      {failure !== false && (
        <div role="alert" className={css.alert}>
          {failure}
        </div>
      )}
    </>
  );
}
