import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import laterEn from '../locales/later/en.json';
import laterFr from '../locales/later/fr.json';
import laterJa from '../locales/later/ja.json';
import laterZh from '../locales/later/zh.json';
import zh from '../locales/zh.json';

/** All texts of the namespace by language, as they are once a screen has been opened whose texts load with it. */
export const textsIn = {
  en: { ...en, ...laterEn },
  fr: { ...fr, ...laterFr },
  ja: { ...ja, ...laterJa },
  zh: { ...zh, ...laterZh },
};

export default textsIn.en;
