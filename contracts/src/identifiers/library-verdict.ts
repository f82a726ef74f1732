export type Verdict = 'format' | 'checksum' | undefined;

/** What the library says of a number, in our words; undefined when it is right. */
export function verdictOf(answer: { isValid: boolean; error?: { name: string } }): Verdict {
  if (answer.isValid) return undefined;
  return answer.error?.name === 'InvalidChecksum' ? 'checksum' : 'format';
}
