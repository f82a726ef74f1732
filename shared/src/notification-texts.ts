import type { Language } from '@daybook/contracts/fields';
import { partWith, textsOnce } from '@daybook/shared/part-with-texts';
import type { Texts } from '@daybook/shared/i18n';

type Load = () => Promise<{ default: Texts }>;

const events: Record<Language, Load> = {
  en: () => import(/* webpackChunkName: "events-en" */ '@daybook/contracts/locales/notifications/en.json'),
  zh: () => import(/* webpackChunkName: "events-zh" */ '@daybook/contracts/locales/notifications/zh.json'),
  fr: () => import(/* webpackChunkName: "events-fr" */ '@daybook/contracts/locales/notifications/fr.json'),
  ja: () => import(/* webpackChunkName: "events-ja" */ '@daybook/contracts/locales/notifications/ja.json'),
};

const settings: Record<Language, Load> = {
  en: () => import(/* webpackChunkName: "events-en" */ './locales/notification-settings/en.json'),
  zh: () => import(/* webpackChunkName: "events-zh" */ './locales/notification-settings/zh.json'),
  fr: () => import(/* webpackChunkName: "events-fr" */ './locales/notification-settings/fr.json'),
  ja: () => import(/* webpackChunkName: "events-ja" */ './locales/notification-settings/ja.json'),
};

/** The names and texts of the events, which the server’s mails have too, and the words of their settings. */
export async function notificationTexts(lng: Language) {
  const [ofEvents, ofSettings] = await Promise.all([events[lng](), settings[lng]()]);
  return { notifications: ofEvents.default, 'notification-settings': ofSettings.default };
}

/** Adds the texts of notifications, before one of them is announced. */
export const addNotificationTexts = textsOnce('notifications', notificationTexts);

/** Loads a screen together with the texts of notifications. */
export const withNotificationTexts = partWith(addNotificationTexts);
