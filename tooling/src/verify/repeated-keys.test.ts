import { repeatedKeys } from './repeated-keys.ts';

describe('the keys of a file of texts', () => {
  it('are repeated only within one object', () => {
    const texts = '{\n  "one": "1",\n  "in": {\n    "one": "a",\n    "two": "b"\n  },\n  "two": "2"\n}\n';
    expect(repeatedKeys(texts)).toEqual([]);
    expect(repeatedKeys(texts.replace('"two": "b"', '"one": "b"'))).toEqual(['one']);
    expect(repeatedKeys(texts.replace('"two": "2"', '"in": "2"'))).toEqual(['in']);
  });
});
