/** A heading as it is compared: without case, accents, spaces and punctuation. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** How many of the headings are known. */
export const knownHeadings =
  (known: ReadonlySet<string>) =>
  (headings: readonly string[]): number =>
    headings.filter((heading) => known.has(plainHeading(heading))).length;
