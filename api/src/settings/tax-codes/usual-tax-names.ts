import type { Language } from '@daybook/contracts/fields';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';

// English, Chinese, French, Japanese: what the accounting of each language calls the taxes and cases of a country's law.
const words = {
  vat: ['VAT', '增值税', 'TVA', 'VAT'],
  vatZero: ['VAT zero rate', '增值税零税率', 'TVA taux zéro', 'VAT 0 %'],
  vatExempt: ['VAT exempt', '免征增值税', 'Exonéré de TVA', 'VAT 非課税'],
  vatReverse: ['VAT reverse charge', '增值税反向征税', 'Autoliquidation de la TVA', 'VAT リバースチャージ'],
  withinEu: ['VAT intra-Community supply', '欧盟内部供应', 'Livraison intracommunautaire', 'EU 域内供給'],
  outOfEu: ['Export outside the EU', '出口至欧盟以外', 'Exportation hors UE', 'EU 域外輸出'],
  vatOutside: ['Outside the scope of VAT', '不属增值税征税范围', 'Hors champ de la TVA', 'VAT 対象外'],
  gst: ['GST', 'GST', 'GST', 'GST'],
  gstExempt: ['GST exempt', '免征 GST', 'Exonéré de GST', 'GST 非課税'],
  gstOutside: ['Outside GST', '不属 GST 征税范围', 'Hors GST', 'GST 対象外'],
  consumptionTax: ['Consumption tax', '消费税', 'Taxe sur la consommation', '消費税'],
  reduced: ['(reduced rate)', '（轻减税率）', '(taux réduit)', '（軽減税率）'],
  export: ['Export exempt', '出口免税', 'Exportation exonérée', '輸出免税'],
  untaxed: ['Not taxed', '非课税', 'Non taxé', '非課税'],
  outside: ['Outside the scope', '不征税', 'Hors champ', '不課税'],
  zero: ['Zero rate', '零税率', 'Taux zéro', '税率 0 %'],
  exempt: ['Exempt', '免税', 'Exonéré', '免税'],
  noSalesTax: ['No sales tax', '无销售税', 'Sans taxe de vente', '売上税なし'],
  noTax: ['No tax', '无税', 'Sans taxe', '税なし'],
} as const satisfies Record<string, readonly [string, string, string, string]>;

export type TaxName = keyof typeof words;

const columns: Record<Language, 0 | 1 | 2 | 3> = { en: 0, zh: 1, fr: 2, ja: 3 };

export const taxNames = (language: Language) => ({
  say: (name: TaxName): string => words[name][columns[language]],
  /** "TVA 5,5 %". */
  at: (name: TaxName, rate: string): string =>
    `${words[name][columns[language]]} ${formatDecimal(rate, language)} %`,
});
