import './secure-context.ts';
import './shared-modules/all.ts';
import './base.css';
import './skeleton.css';
import { createRoot } from 'react-dom/client';
import { keepAhead } from '@daybook/shared/call';
import { authAtom, store } from '@daybook/shared/session';
import './asked-by-boot.ts';
import { signInAt } from './sign-in/sign-in-at.ts';
import { showStartFailure } from './start-failure.ts';

const asked = globalThis.askedByBoot;
if (asked) {
  asked.reads.forEach(keepAhead);
  asked.keep = keepAhead;
}
const root = createRoot(document.getElementById('root') as HTMLElement);
const signIn = store.get(authAtom).token === null ? signInAt(location) : null;

function openSite(): void {
  import(/* webpackChunkName: "shell" */ './bootstrap.tsx')
    .then(({ start }) => start(root))
    .catch(showStartFailure);
}

if (signIn === null) openSite();
else {
  history.replaceState(null, '', signIn.address);
  import(/* webpackChunkName: "sign-in" */ './sign-in/start-sign-in.tsx')
    .then(({ startSignIn }) => startSignIn({ root, goTo: signIn.goTo, openSite }))
    .catch(showStartFailure);
}
