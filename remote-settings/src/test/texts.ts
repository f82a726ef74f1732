import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import moreEn from '../locales/later/en.json';
import moreFr from '../locales/later/fr.json';
import moreJa from '../locales/later/ja.json';
import moreZh from '../locales/later/zh.json';
import zh from '../locales/zh.json';

/** All texts of the remote: those of its entry, and those that load with their screens. */
export const texts = {
  en: { ...en, ...moreEn },
  fr: { ...fr, ...moreFr },
  ja: { ...ja, ...moreJa },
  zh: { ...zh, ...moreZh },
};
