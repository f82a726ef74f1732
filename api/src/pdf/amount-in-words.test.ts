import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { MAX_AMOUNT } from '@daybook/contracts/money/money';
import { amountInWords } from './amount-in-words.ts';

describe('an amount in words', () => {
  test.each([
    ['IN', 'INR', 20989300, 'Rupees two lakh nine thousand eight hundred and ninety-three only'],
    [
      'IN',
      'INR',
      1234567801,
      'Rupees one crore twenty-three lakh forty-five thousand six hundred and seventy-eight and one paisa only',
    ],
    ['IN', 'USD', 10000000, 'One lakh US dollars only'],
    ['GB', 'GBP', 10000000, 'One hundred thousand pounds only'],
    ['GB', 'GBP', 123456, 'One thousand two hundred and thirty-four pounds and fifty-six pence only'],
    ['US', 'USD', 123401, 'One thousand two hundred thirty-four dollars and one cent only'],
    ['US', 'USD', 100, 'One dollar only'],
    ['US', 'JPY', 150899, 'One hundred fifty thousand eight hundred ninety-nine Japanese yen only'],
    ['GB', 'KWD', 1005, 'One Kuwaiti dinar and five fils only'],
    ['GB', 'LYD', 2050, 'Two Libyan dinars and 050/1000 only'],
    ['GB', 'SEK', -305, 'Minus three Swedish kronor and 05/100 only'],
    ['GB', 'EUR', 0, 'Zero euros only'],
    ['GB', 'EUR', -5, 'Minus zero euros and five cents only'],
    ['GB', 'EUR', MAX_AMOUNT, 'One trillion euros only'],
  ])('is English in %s: %s %i', (country, currency, amount, words) => {
    expect(amountInWords('en', country, currency)(amount)).toBe(words);
  });

  test.each([
    ['EUR', 337924, 'Trois mille trois cent soixante-dix-neuf euros et vingt-quatre centimes'],
    ['EUR', 0, 'Zéro euro'],
    ['EUR', 199, 'Un euro et quatre-vingt-dix-neuf centimes'],
    ['EUR', 20000080, 'Deux cent mille euros et quatre-vingts centimes'],
    ['EUR', 100000000, 'Un million d’euros'],
    ['EUR', 200000100, 'Deux millions un euros'],
    ['EUR', -7101, 'Moins soixante et onze euros et un centime'],
    ['GBP', 2100, 'Vingt et une livres sterling'],
    ['INR', 8100, 'Quatre-vingt-une roupies indiennes'],
    ['JPY', 3000000000, 'Trois milliards de yens japonais'],
    ['KWD', 1234, 'Un dinar koweïtien et deux cent trente-quatre fils'],
    ['EUR', MAX_AMOUNT, 'Un billion d’euros'],
  ])('is French: %s %i', (currency, amount, words) => {
    expect(amountInWords('fr', 'FR', currency)(amount)).toBe(words);
  });

  test.each([
    ['CNY', 9137200, '人民币玖万壹仟叁佰柒拾贰圆整'],
    ['CNY', 140950, '人民币壹仟肆佰零玖圆伍角整'],
    ['CNY', 168032, '人民币壹仟陆佰捌拾圆叁角贰分'],
    ['CNY', 305, '人民币叁圆零伍分'],
    ['CNY', 0, '人民币零圆整'],
    ['CNY', -500, '人民币负伍圆整'],
    ['CNY', 1000000100, '人民币壹仟万零壹圆整'],
    ['CNY', MAX_AMOUNT, '人民币壹万亿圆整'],
    ['USD', 123456, '美元壹仟贰佰叁拾肆圆伍角陆分'],
    ['JPY', 150899, '日元壹拾伍万零捌佰玖拾玖圆整'],
    ['KWD', 1234056, '科威特第纳尔壹仟贰佰叁拾肆点零伍陆'],
  ])('is Chinese in capitals: %s %i', (currency, amount, words) => {
    expect(amountInWords('zh', 'CN', currency)(amount)).toBe(words);
  });

  test.each([
    ['JPY', 150899, '十五万八百九十九円'],
    ['JPY', 0, '零円'],
    ['JPY', -5, 'マイナス五円'],
    ['JPY', 100010001, '一億一万一円'],
    ['JPY', MAX_AMOUNT, '百兆円'],
    ['USD', 123456, '千二百三十四米ドル五十六セント'],
    ['KWD', 1005, '一クウェート ディナール五フィルス'],
    ['SEK', 305, '三点零五スウェーデン クローナ'],
  ])('is Japanese: %s %i', (currency, amount, words) => {
    expect(amountInWords('ja', 'JP', currency)(amount)).toBe(words);
  });

  test('exists for every currency in every language', () => {
    for (const language of ['en', 'fr', 'zh', 'ja'] as const)
      for (const currency of CURRENCY_CODES)
        expect(amountInWords(language, '', currency)(-1_234_567)).toMatch(/^\p{L}.{5,}$/u);
  });
});
