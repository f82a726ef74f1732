import type { CSSProperties } from 'react';
import { readableOn } from './readable-on.ts';

/** A ground that the person chose, with the ink that is read on it; none: the theme's. */
export const ownGround = (color: string): CSSProperties | undefined =>
  color === '' ? undefined : ({ '--ground': color, '--ink': readableOn(color) } as CSSProperties);
