/** Choices that look random and are the same for the same seed. */
export interface Random {
  /** Whole numbers from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** `count` different ones, in random order. */
  sample<T>(choices: readonly T[], count: number): T[];
}

/** Each kind of record has a seed of its own, so that more records of one kind leave the others unchanged. */
export function randomOf(seed: string): Random {
  const next = mulberry32(hashOf(seed));
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const chosen = choices[int(0, choices.length - 1)];
    if (chosen === undefined) throw new RangeError('nothing to choose from');
    return chosen;
  };
  return {
    int,
    pick,
    chance: (probability) => next() < probability,
    sample(choices, count) {
      const rest = [...choices];
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(int(0, rest.length - 1), 1),
      ).flat();
    },
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Tommy Ettinger’s generator with 32 bits of state: small, fast and even enough for demo data. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Divides `total` among the kinds by their weights; each gets at least one if there are enough. */
export function spread<Kind extends string>(total: number, weights: Readonly<Record<Kind, number>>): Kind[] {
  const kinds = Object.keys(weights) as Kind[];
  const whole = kinds.reduce((all, kind) => all + weights[kind], 0);
  const counts = kinds.map((kind) => ({
    kind,
    count: Math.max(1, Math.round((total * weights[kind]) / whole)),
  }));
  const byCount = () => counts.toSorted((a, b) => b.count - a.count)[0];
  for (
    let left = total - counts.reduce((all, { count }) => all + count, 0);
    left !== 0;
    left -= Math.sign(left)
  ) {
    const most = byCount();
    if (most) most.count += Math.sign(left);
  }
  return counts.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind));
}
