export type Verdict = 'format' | 'checksum' | undefined;

/** Translates the library's answer about a number; undefined if the number is valid. */
export function verdictOf(answer: { isValid: boolean; error?: { name: string } }): Verdict {
  if (answer.isValid) return undefined;
  return answer.error?.name === 'InvalidChecksum' ? 'checksum' : 'format';
}
