import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Texts } from '@daybook/shared/i18n';
import { queryClient } from '@daybook/shared/query-client';
import host from '../locales/en.json';
import personal from '../locales/personal/en.json';
import { SiteContext } from '../routing/site-context.ts';

export const hostTexts: Record<string, Texts> = { host, personal };

const label = (en: string, fr: string) => ({ en, zh: en, fr, ja: en });

/** A site with two remotes and a few screens. */
export const releases: RemoteRelease[] = [
  {
    name: 'billing',
    version: '1',
    entry: '/mf/billing/1/mf-manifest.json',
    contract: '^2.0.0',
    widgets: [],
    screens: [
      {
        id: 'invoices',
        path: 'invoices',
        label: label('Invoices', 'Factures'),
        allow: ['invoices.view'],
        menu: { group: 'billing', order: 10, icon: 'invoices' },
      },
      {
        id: 'add',
        path: 'invoices/add',
        label: label('New invoice', 'Nouvelle facture'),
        allow: ['invoices.add'],
      },
      { id: 'edit', path: 'invoices/edit/:id', label: label('Edit invoice', 'Modifier'), allow: 'signedIn' },
    ],
  },
];

/** A part of the host inside the providers of the site. */
export const inSite = (part: ReactElement): ReactElement => (
  <QueryClientProvider client={queryClient}>
    <SiteContext
      value={{
        releases,
        loadScreen: () => Promise.reject(new Error('no screens here')),
        loadWidget: () => Promise.reject(new Error('no widgets here')),
      }}
    >
      {part}
    </SiteContext>
  </QueryClientProvider>
);
