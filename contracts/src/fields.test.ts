import { Phone } from './fields.ts';

describe('a telephone number', () => {
  it.each([
    ['+91 98200 12345', '+919820012345'],
    ['+33 (0)1 23-45.67.89', '+33123456789'],
    ['+33\u00A01\u202F23\u202F45\u202F67\u202F89', '+33123456789'],
    ['+81 3\u20111234\u20115678', '+81312345678'],
    ['＋８１３１２３４５６７８', '+81312345678'],
    ['+442079460000', '+442079460000'],
  ])('%s is stored as %s', (typed, kept) => {
    expect(Phone.parse(typed)).toBe(kept);
  });

  it.each(['98200 12345', '+0 123456789', '+91 98200 1234x', '()', '+91'])('%s is refused', (typed) => {
    expect(Phone.safeParse(typed).error?.issues[0]?.message).toBe('PHONE_E164');
  });
});
