import type { Namespace } from './texts-in-use.ts';

/** Names that texts once used beside those of docs/glossary.md. Readers take two names for two things. */
const secondNames: Readonly<Record<string, RegExp>> = {
  en: /\b(?:email|take back|taken back|paid back|paid ahead|kept back|look after the|locked periods?|period locks?|books check|check of the books|in all)\b/i,
  fr: /courriel|reste dû|note de crédit|avances? d(?:e|u) client|date de bascule|période verrouillée|perte annulée|affectation|à la consommation|autorisation/i,
  ja: /貸方票|クレジットノート|充当|部門|監査記録|償却|源泉税|見積請求書|未収(?:残高|額|金)|未払額|貸倒れ|定期請求(?!書)/,
  zh: /红字发票|借记|贷记|周期|未付|欠款|预扣|预付款|切换日|免收|反向征收|代垫款|期间已?锁定|复核/,
};

/** Texts that use a name other than that of the glossary. */
export const textsWithSecondNames = ({ name, byLanguage }: Namespace): string[] =>
  Object.entries(byLanguage).flatMap(([language, texts]) =>
    [...texts].flatMap(([key, text]) => {
      const [found] = secondNames[language]?.exec(text.replaceAll(/\{\{\w+\}\}/g, '')) ?? [];
      return found === undefined
        ? []
        : [`${name}:${key} in ${language} says "${found}"; docs/glossary.md has another name`];
    }),
  );
