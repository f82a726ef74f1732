import { alike, likeness, tellingWords } from './name-likeness.ts';

describe('names', () => {
  it.each([
    ['Carfax Estates Ltd', 'CARFAX ESTATES LIMITED'],
    ['Carfax Estates', 'Carfax Estate'],
    ['Société Générale de Café SARL', 'Societe Generale de Cafe'],
    ['Mina Harker', 'Harker, Mina'],
    ['株式会社山田商店', '山田商店(株)'],
    ['上海明德贸易有限公司', '上海明德贸易'],
    ['Shree Ganesh Traders', 'Shri Ganesh Traders'],
  ])('%s and %s are alike', (one, other) => {
    expect(likeness(one, other)).toBeGreaterThanOrEqual(alike);
    expect(likeness(other, one)).toBe(likeness(one, other));
  });

  it.each([
    ['Carfax Estates Ltd', 'Hillingham Estates Ltd'],
    ['Mina Harker', 'Jonathan Harker'],
    ['山田商店', '田中商店'],
    ['A Ltd', 'B Ltd'],
    ['Ltd', 'Limited'],
  ])('%s and %s are not', (one, other) => {
    expect(likeness(one, other)).toBeLessThan(alike);
  });

  it('are told apart by their words without legal forms', () => {
    expect(tellingWords('The Carfax & Co. Pvt. Ltd.')).toEqual(['carfax']);
  });
});
