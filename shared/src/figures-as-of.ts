/** Figures that are fresher than this are simply those of now. */
const freshMs = 5_000;

/** The answers of reports whose figures are older, and the instant of those figures. It lasts as long as the answer does. */
const older = new WeakMap<object, string>();

/** Remembers of the output of a report what its answer says of the figures. Both instants are those of the server. */
export function noteFigures(output: unknown, asOf: string | null, answeredAt: string | null): void {
  if (typeof output !== 'object' || output === null || asOf === null || answeredAt === null) return;
  if (Date.parse(answeredAt) - Date.parse(asOf) > freshMs) older.set(output, asOf);
}

/** The instant of the oldest figures of what a query read, which may be several pages; null if all were those of then. */
export function figuresAsOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const pages: unknown[] = 'pages' in data && Array.isArray(data.pages) ? data.pages : [];
  return (
    [data, ...pages]
      .flatMap((answer) => older.get(answer as object) ?? [])
      .toSorted()
      .at(0) ?? null
  );
}
