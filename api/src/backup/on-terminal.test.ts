import { secretKeyOf } from './on-terminal.ts';

describe('a SECRET_KEY that was typed', () => {
  it('is 32 bytes in base64', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    expect(secretKeyOf(key)).toBe(key);
  });

  it.each([
    ['half of a key', Buffer.alloc(16).toString('base64')],
    ['a key in hexadecimal digits', 'a1'.repeat(32)],
    ['a passphrase', 'correct horse battery staple, forty-four lon'],
  ])('is refused if it is %s', (_what, typed) => {
    expect(() => secretKeyOf(typed)).toThrow('SECRET_KEY has to be 32 bytes in base64');
  });
});
