import './secure-context.ts';
import './shared-modules/all.ts';
import './base.css';
import './skeleton.css';
import { keepAhead } from '@daybook/shared/call';
import { readSite } from './site.ts';
import { showStartFailure } from './start-failure.ts';
import { remotesOf } from './remotes/remotes.ts';
import { warmUpRemote } from './remotes/warm-up.ts';

globalThis.askedByBoot?.reads.forEach(keepAhead);
void readSite().then((site) => warmUpRemote(site, location, remotesOf(site).loadScreen));
import(/* webpackMode: "eager" */ './bootstrap.tsx').catch(showStartFailure);
