import fc from 'fast-check';
import { contrast, readableOn } from './readable-on.ts';

describe('readableOn', () => {
  it('gives white on dark backgrounds and black on light ones', () => {
    expect(readableOn('#0b1f3a')).toBe('#ffffff');
    expect(readableOn('#f5f5f5')).toBe('#000000');
  });

  it('is readable on every background (WCAG 2.2 AA)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const ground = `#${value.toString(16).padStart(6, '0')}`;
        expect(contrast(ground, readableOn(ground))).toBeGreaterThan(4.5);
      }),
    );
  });
});
