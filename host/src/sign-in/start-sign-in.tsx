import { StrictMode, useEffect } from 'react';
import { Provider, useAtomValue } from 'jotai';
import type { Root } from 'react-dom/client';
import { addTextSource } from '@daybook/shared/i18n';
import { applyTheme, authAtom, store } from '@daybook/shared/session';
import { hostTexts } from '../appearance/host-texts.ts';
import { afterPaint } from '../layout/after-paint.ts';
import { setupPath } from '../routing/paths.ts';
import { readSetup, useKnownSetup } from '../setup/setup-state.ts';
import { SignInPage } from './sign-in-page.tsx';

interface Given {
  root: Root;
  /** Where to go after sign-in. */
  goTo: string;
  /** Draws the site, at the address of the page. */
  openSite: () => void;
}

/** Draws the sign-in page alone. What the site needs is fetched meanwhile, and the site takes its place after sign-in. */
export async function startSignIn({ root, ...rest }: Given): Promise<void> {
  readSetup();
  await applyTheme();
  await addTextSource('host', hostTexts);
  root.render(
    <StrictMode>
      <Provider store={store}>
        <SignIn {...rest} />
      </Provider>
    </StrictMode>,
  );
}

function SignIn({ goTo, openSite }: Omit<Given, 'root'>) {
  const { token } = useAtomValue(authAtom, { store });
  const isNeeded = useKnownSetup().data?.needed === true;
  useEffect(() => afterPaint(fetchSite), []);
  useEffect(() => {
    if (isNeeded) location.replace(setupPath);
  }, [isNeeded]);
  useEffect(() => {
    if (token === null) return;
    history.replaceState(null, '', goTo);
    openSite();
  }, [token, goTo, openSite]);
  return isNeeded || token !== null ? null : <SignInPage goTo={goTo} />;
}

/** Puts the files of the shell, which the boot script knows, into the browser's cache. */
function fetchSite(): void {
  const files = document.querySelector<HTMLElement>('script[data-shell]')?.dataset['shell'] ?? '';
  for (const file of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = `/${file}`;
    document.head.append(link);
  }
}
