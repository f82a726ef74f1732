import { datePattern, formatShort, parseDate } from './date-entry.ts';

describe('a typed date', () => {
  it.each([
    ['en-GB', '31/3/2026', '2026-03-31'],
    ['en-GB', '31/3/26', '2026-03-31'],
    ['en-GB', '31.03.2026', '2026-03-31'],
    ['en-GB', '310326', '2026-03-31'],
    ['en-GB', '31032026', '2026-03-31'],
    ['en-GB', '31 3', '2025-03-31'],
    ['en-GB', '3103', '2025-03-31'],
    ['en-GB', '2026-03-31', '2026-03-31'],
    ['en-US', '3/31/2026', '2026-03-31'],
    ['fr-FR', '31-03-2026', '2026-03-31'],
    ['ja-JP', '2026年3月31日', '2026-03-31'],
    ['ja-JP', '２０２６/３/３１', '2026-03-31'],
    ['ja-JP', '20260331', '2026-03-31'],
    ['zh-CN', '3月31日', '2025-03-31'],
    ['en-GB', '29/2/2024', '2024-02-29'],
    ['en-GB', '03-Apr-25', '2025-04-03'],
    ['zh-CN', '03-Apr-25', '2025-04-03'],
    ['ja-JP', '03-Apr-25', '2025-04-03'],
    ['en-US', '3 Apr 12', '2012-04-03'],
    ['en-US', 'April 3rd, 2026', '2026-04-03'],
    ['en-GB', '3 Sept', '2025-09-03'],
    ['fr-FR', '1er août 2026', '2026-08-01'],
    ['fr-FR', '3 avr. 2026', '2026-04-03'],
    ['en-GB', '2026 Apr 3', '2026-04-03'],
    ['ja-JP', '令和8年4月3日', '2026-04-03'],
    ['ja-JP', '令和元年5月1日', '2019-05-01'],
    ['ja-JP', 'R8.4.3', '2026-04-03'],
    ['ja-JP', '平成31年4月30日', '2019-04-30'],
    ['fr-FR', '2026年4月3日', '2026-04-03'],
    ['he-IL', '\u200e3.4.2026', '2026-04-03'],
  ])('in %s, %s is %s', (locale, typed, date) => {
    expect(parseDate(typed, locale, 2025)).toBe(date);
  });

  it.each([
    'soon',
    '3 Apx 2026',
    '3 ju 2026',
    '4 jui 2026',
    'x3/4/2026',
    '3/4/2026 noon',
    '3 Apr May 2026',
    '',
    'x',
    '31',
    '30/2/2026',
    '13/13/2026',
    '1/2/3/4',
    '29/2/2025',
    '0/1/2026',
    '31/3/999',
  ])('%s is no date', (typed) => {
    expect(parseDate(typed, 'en-GB', 2025)).toBeUndefined();
  });

  it('is shown in the format of the locale', () => {
    expect(formatShort('2026-03-31', 'fr-FR')).toBe('31/03/2026');
    expect(formatShort('2026-03-31', 'ja-JP')).toBe('2026/03/31');
    expect(datePattern('en-GB', { day: 'dd', month: 'mm', year: 'yyyy' })).toBe('dd/mm/yyyy');
    expect(datePattern('ja-JP', { day: '日', month: '月', year: '年' })).toBe('年/月/日');
  });
});
