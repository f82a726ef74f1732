import type { CSSProperties } from 'react';
import { readableOn } from '@daybook/contracts/readable-on';

/** The background that the person chose and a readable text colour for it, or undefined for the theme's own. */
export const ownGround = (color: string): CSSProperties | undefined =>
  color === '' ? undefined : ({ '--ground': color, '--ink': readableOn(color) } as CSSProperties);
