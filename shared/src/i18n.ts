import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';

/** The texts of one namespace in one language, as in the locale files. */
export type Texts = { [key: string]: string | Texts };
/** Namespace → texts. A remote provides its own texts and those of the shared modules that it bundles (docs/rules.md#texts-of-a-remote). */
export type TextsByNamespace = Record<string, Texts>;

export const fallbackLanguage: Language = 'en';

export const i18n = i18next;
void i18n.use(initReactI18next).init({
  lng: fallbackLanguage,
  fallbackLng: fallbackLanguage,
  supportedLngs: Object.keys(languageNames),
  ns: ['shared'],
  defaultNS: 'shared',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
});

interface TextSource {
  load: (lng: Language) => Promise<TextsByNamespace>;
  /** One load for each language; a failed load is tried again. */
  loads: Map<Language, Promise<void>>;
}

const sources = new Map<string, TextSource>();
/** The language last requested. The displayed one follows once its texts are loaded. */
let wanted: Language = fallbackLanguage;
let regionOfFormats: string | null = null;
/** What the page was last drawn with: the region of its formats, and whether all texts were there. */
let drawn: { region: string | null; isWhole: boolean } = { region: null, isWhole: true };

export const isLanguage = (value: string): value is Language => Object.hasOwn(languageNames, value);

export function addTexts(namespace: string, lng: Language, texts: Texts): void {
  i18n.addResourceBundle(lng, namespace, texts, true, true);
}

/** Loads the texts of a package now, and again at every change of language. */
export async function addTextSource(name: string, load: TextSource['load']): Promise<void> {
  const source = { load, loads: new Map() };
  sources.set(name, source);
  let lng: Language;
  do {
    lng = wanted;
    await loadTexts(source, lng);
    // The language may have changed while the texts of this package were loading.
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

/**
 * Changes the language once all its texts are loaded, so that no raw key is visible in between. If language and region are those that are
 * shown, nothing is drawn again.
 */
export async function setLanguage(lng: Language, region: string | null = regionOfFormats): Promise<void> {
  regionOfFormats = region;
  wanted = lng;
  // A package whose texts cannot be loaded keeps the fallback language; the others must not wait for it.
  const loads = await Promise.allSettled([...sources.values()].map((source) => loadTexts(source, lng)));
  // Of two changes the later one wins, whichever is loaded first.
  if (lng !== wanted) return;
  const before = drawn;
  drawn = { region: regionOfFormats, isWhole: loads.every(({ status }) => status === 'fulfilled') };
  if (i18n.language !== lng || before.region !== drawn.region || !before.isWhole)
    await i18n.changeLanguage(lng);
  document.documentElement.lang = lng;
}

const formatLocales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR', ja: 'ja-JP' };

/**
 * The locale for dates and names: the language of the interface in the chosen region, if the language has a variant
 * there (`en-IN`, `fr-CH`; Japanese has only Japan).
 */
export function formatLocale(): string {
  const lng = currentLanguage();
  if (regionOfFormats === null) return formatLocales[lng];
  const asked = `${lng}-${regionOfFormats}`;
  const known = dateLocales.get(asked);
  if (known !== undefined) return known;
  const { locale } = Intl.DateTimeFormat(asked).resolvedOptions();
  const found = locale === asked ? asked : formatLocales[lng];
  dateLocales.set(asked, found);
  return found;
}

const dateLocales = new Map<string, string>();

/** The locale for numbers: that of the region, whatever the interface language (India: 12,34,567.80); without a region, that of the language. */
export function numberLocaleOf(lng: Language, region: string | null): string {
  if (region === null) return formatLocales[lng];
  // In the language of the region, thousands would be written in Hindi.
  if (lng === 'en' && region === 'IN') return 'en-IN-u-nu-latn';
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return `${language}-${region}-u-nu-latn`;
}

export const numberLocale = (): string => numberLocaleOf(currentLanguage(), regionOfFormats);

/** The locale for amounts: without a region, English rupee amounts are grouped as in India. */
export const moneyLocale = (currency: string): string =>
  currency === 'INR' && regionOfFormats === null && currentLanguage() === 'en' ? 'en-IN' : numberLocale();
