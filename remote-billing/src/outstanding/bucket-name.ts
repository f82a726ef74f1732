import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';

const leftToRight = '\u200E';

/** The heading of a bucket on a screen: between two numbers, a dash would turn them round where the page runs from right to left. */
export const bucketName = (bounds: readonly number[], index: number): string =>
  leftToRight + bucketLabel(bounds, index);
