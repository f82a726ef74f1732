import './secure-context.ts';
import './shared-modules/all.ts';
import './base.css';
import './skeleton.css';
import { keepAhead } from '@daybook/shared/call';
import { readSite } from './site.ts';
import { showStartFailure } from './start-failure.ts';
import { remotesOf } from './remotes/remotes.ts';
import { warmUpRemote } from './remotes/warm-up.ts';

// An older site at this address may have left a service worker that answers from its cache.
void navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => void one.unregister()));
void globalThis.caches?.keys().then((names) => names.forEach((name) => void caches.delete(name)));

globalThis.askedByBoot?.reads.forEach(keepAhead);
void readSite().then((site) => warmUpRemote(site, location, remotesOf(site).loadScreen));
import(/* webpackMode: "eager" */ './bootstrap.tsx').catch(showStartFailure);
