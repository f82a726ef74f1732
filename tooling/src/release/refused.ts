/** The command was refused and changed nothing; each reason is printed as one line. */
export class Refused extends Error {
  override name = 'Refused';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[], options?: ErrorOptions) {
    super(reasons.join('\n'), options);
    this.reasons = reasons;
  }
}

export function refuseIfAny(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}
