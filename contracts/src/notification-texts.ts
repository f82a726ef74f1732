import type { Language } from './fields.ts';
import en from './locales/notifications/en.json' with { type: 'json' };
import fr from './locales/notifications/fr.json' with { type: 'json' };
import ja from './locales/notifications/ja.json' with { type: 'json' };
import zh from './locales/notifications/zh.json' with { type: 'json' };
import type { NotificationKind } from './notifications.ts';
import { filled } from './server-texts.ts';

interface Texts {
  /** The name of the event, without anybody’s name. */
  event: Readonly<Record<NotificationKind, string>>;
  /** The notification. One with a count has a form for each plural of its language: `handed_over_one`. */
  text: Readonly<Record<string, string | undefined>>;
}

const texts: Readonly<Record<Language, Texts>> = { en, fr, ja, zh };

export const eventName = (language: Language, kind: NotificationKind): string => texts[language].event[kind];

/** The text of a notification, whose values are written as they are. */
export function notificationText(
  language: Language,
  kind: NotificationKind,
  params: Readonly<Record<string, string | number>>,
): string {
  const { text } = texts[language];
  const plural = new Intl.PluralRules(language).select(Number(params['count'] ?? 0));
  const written = text[kind] ?? text[`${kind}_${plural}`] ?? text[`${kind}_other`] ?? kind;
  return filled(written, (name) => String(params[name] ?? '')).trim();
}
