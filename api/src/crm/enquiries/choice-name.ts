/** The name of a source or lost reason: as the firm named it, or a usual entry in the language of the words. */
export const choiceName = <Usual extends string>(
  { name, usual }: { name: string | null; usual: Usual | null },
  words: Readonly<Record<Usual, string>>,
): string | null => name ?? (usual === null ? null : words[usual]);
