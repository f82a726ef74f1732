/** The median and the 95th percentile of several times, in milliseconds. */
export interface Samples {
  p50: number;
  p95: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export function samplesOf(times: readonly number[]): Samples {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95) };
}

/** Runs `work` repeatedly, one run after the other; the first runs are a warm-up and do not count. */
export async function timed(
  work: () => Promise<unknown>,
  { runs = 200, warmUp = 30 } = {},
): Promise<Samples> {
  const times: number[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    const startedAt = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return samplesOf(times);
}
