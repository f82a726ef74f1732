import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, type Language } from '@daybook/contracts/fields';

/** Texts of one namespace in one language, as the locale files hold them. */
export type Texts = { [key: string]: string | Texts };
/** Namespace → texts. A remote brings its own together with those of the shared blocks it bundles (docs/rules.md#texts-of-a-remote). */
export type TextsByNamespace = Record<string, Texts>;

export const fallbackLanguage: Language = 'en';

export const i18n = i18next;
void i18n.use(initReactI18next).init({
  lng: fallbackLanguage,
  fallbackLng: fallbackLanguage,
  supportedLngs: languages,
  ns: ['shared'],
  defaultNS: 'shared',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
});

interface TextSource {
  load: (lng: Language) => Promise<TextsByNamespace>;
  /** One load a language, asked for again after it failed. */
  loads: Map<Language, Promise<void>>;
}

const sources = new Map<string, TextSource>();
/** The language last asked for; the one shown follows once its texts are there. */
let wanted: Language = fallbackLanguage;
let regionOfFormats: string | null = null;

export const isLanguage = (value: string): value is Language =>
  (languages as readonly string[]).includes(value);

export function addTexts(namespace: string, lng: Language, texts: Texts): void {
  i18n.addResourceBundle(lng, namespace, texts, true, true);
}

/** Loads the texts of a package now and again at every change of language. */
export async function addTextSource(name: string, load: TextSource['load']): Promise<void> {
  const source = { load, loads: new Map() };
  sources.set(name, source);
  let lng: Language;
  do {
    lng = wanted;
    await loadTexts(source, lng);
    // Another language may have been chosen in the meantime, before this package was known.
  } while (lng !== wanted);
}

function loadTexts({ load, loads }: TextSource, lng: Language): Promise<void> {
  const loading = loads.get(lng) ?? fetchTexts(load, lng);
  loads.set(lng, loading);
  loading.catch(() => loads.delete(lng));
  return loading;
}

async function fetchTexts(load: TextSource['load'], lng: Language): Promise<void> {
  for (const [namespace, texts] of Object.entries(await load(lng))) addTexts(namespace, lng, texts);
}

export const currentLanguage = (): Language => (isLanguage(i18n.language) ? i18n.language : fallbackLanguage);

/** Changes the language of the interface once all its texts are there, so that no raw key is seen in between. */
export async function setLanguage(lng: Language, region: string | null = regionOfFormats): Promise<void> {
  regionOfFormats = region;
  wanted = lng;
  // A package whose texts cannot be fetched keeps the fallback; the others must not wait for it.
  await Promise.allSettled([...sources.values()].map((source) => loadTexts(source, lng)));
  // Of two changes the later one counts, whichever is ready first.
  if (lng !== wanted) return;
  await i18n.changeLanguage(lng);
  document.documentElement.lang = lng;
}

const formatLocales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR', ja: 'ja-JP' };

/**
 * The locale of dates and names: the language of the interface by the habits of the chosen region, where that language has any
 * there (`en-IN`, `fr-CH`; Japanese knows only Japan's).
 */
export function formatLocale(): string {
  const lng = currentLanguage();
  if (regionOfFormats === null) return formatLocales[lng];
  const asked = `${lng}-${regionOfFormats}`;
  return Intl.DateTimeFormat(asked).resolvedOptions().locale === asked ? asked : formatLocales[lng];
}

/** The locale of numbers: of the region, whatever the interface speaks (India: 12,34,567.80); without one, of the language. */
export function numberLocaleOf(lng: Language, region: string | null): string {
  if (region === null) return formatLocales[lng];
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return `${language}-${region}-u-nu-latn`;
}

export const numberLocale = (): string => numberLocaleOf(currentLanguage(), regionOfFormats);

/** The locale of an amount: English alone says nothing of a place, and rupees are then grouped as on their papers. */
export const moneyLocale = (currency: string): string =>
  currency === 'INR' && regionOfFormats === null && currentLanguage() === 'en' ? 'en-IN' : numberLocale();
