/** The same normalisation as the server's search: width, case and accents do not count. */
export const normalForm = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFKC').toLowerCase().trim();
