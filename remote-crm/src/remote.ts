import type { Texts } from '@daybook/shared/i18n';
import type { Language } from '@daybook/contracts/fields';
import { importTexts } from '@daybook/shared/import-texts';
import { exposeRemote } from '@daybook/shared/remote';
import { sharedTexts } from '@daybook/shared/texts';
import type { screens, widgets } from './screens.ts';

const own: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackMode: "eager" */ './locales/en.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './locales/zh.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './locales/fr.json'),
  ja: () => import(/* webpackChunkName: "texts-ja" */ './locales/ja.json'),
};

/** The only exposed module. It imports no screen and only says how to load each. */
export default exposeRemote<typeof screens, typeof widgets>({
  screens: {
    enquiries: () => import('./enquiries/enquiry-list.tsx'),
    'enquiry-add': () => import('./enquiries/add-enquiry.tsx'),
    'enquiry-edit': () => import('./enquiries/edit-enquiry.tsx'),
    'enquiries-deleted': () => import('./enquiries/deleted-list.tsx'),
    'enquiry-imports': () => import('./enquiries/imports/enquiry-import-list.tsx'),
    'enquiry-import': () => import('./enquiries/imports/enquiry-import-record.tsx'),
    'enquiry-funnel': () => import('./enquiries/funnel/funnel.tsx'),
    clients: () => import('./clients/client-list.tsx'),
    'client-add': () => import('./clients/add-client.tsx'),
    'client-edit': () => import('./clients/edit-client.tsx'),
    'client-view': () => import('./clients/client-record.tsx'),
    'subscription-add': () => import('./clients/subscriptions/apply-package.tsx'),
    contacts: () => import('./contacts/contact-list.tsx'),
    'contact-view': () => import('./contacts/contact-record.tsx'),
    'contact-edit': () => import('./contacts/edit-contact.tsx'),
    'client-documents': () => import('./clients/documents/document-list.tsx'),
    'client-imports': () => import('./client-imports/client-import-list.tsx'),
    'client-import': () => import('./client-imports/client-import-record.tsx'),
    'client-groups': () => import('./client-groups/group-list.tsx'),
    'client-group-add': () => import('./client-groups/add-group.tsx'),
    'client-group-edit': () => import('./client-groups/edit-group.tsx'),
  },
  widgets: {
    'enquiries-by-stage': () => import('./widgets/enquiries.tsx'),
  },
  texts: async (lng) => {
    const [texts, shared, imports] = await Promise.all([own[lng](), sharedTexts(lng), importTexts(lng)]);
    return { crm: texts.default, shared, 'import-screens': imports };
  },
});
