import { kb, print, ratio } from '../print.ts';
import { samplesOf } from '../samples.ts';
import type { Measured } from './measure-visit.ts';

export interface Place {
  profile: string;
  page: string;
  /** Cold or warm; of a switch, the first or a later one. */
  state: string;
  site: string;
}

type Figures = Partial<Measured>;

/** Gathers what each round measured, and prints medians, minima and ratios of medians. */
export class Results {
  readonly #baseline: string;
  readonly #figures = new Map<string, Figures[]>();

  /** `baseline` names the site of the earlier commit. */
  constructor(baseline: string) {
    this.#baseline = baseline;
  }

  add({ profile, page, state, site }: Place, figures: Figures): void {
    const key = JSON.stringify([profile, page, state, site]);
    this.#figures.set(key, [...(this.#figures.get(key) ?? []), figures]);
  }

  #of(rows: readonly Figures[], field: keyof Measured): { median: number; least: number } {
    const all = rows.map((row) => row[field]).filter((value) => value !== undefined);
    return { median: samplesOf(all).p50, least: Math.min(...all) };
  }

  print(): void {
    const keys = [...this.#figures.keys()].map((key) => JSON.parse(key) as [string, string, string, string]);
    for (const profile of new Set(keys.map(([of]) => of))) {
      const own = keys.filter(([of]) => of === profile);
      print(
        `${profile}: medians (minima), ratios of medians`,
        own.map((key) => this.#row(key)),
      );
    }
  }

  #row([profile, page, state, site]: [string, string, string, string]): Record<string, string> {
    const rowsOf = (of: string, other = page) =>
      this.#figures.get(JSON.stringify([profile, other, state, of])) ?? [];
    const rows = rowsOf(site);
    const text = (field: keyof Measured) => {
      const { median, least } = this.#of(rows, field);
      return Number.isNaN(median) ? '–' : `${kb(median)} (${kb(least)})`;
    };
    const against = (other: readonly Figures[], field: keyof Measured) =>
      other.length === 0 ? '–' : ratio(this.#of(rows, field).median, this.#of(other, field).median);
    const yardstick = rowsOf('yardstick', 'yardstick');
    const baseline = rowsOf(this.#baseline);
    return {
      page: `${page}, ${state}`,
      site,
      usable: text('usable'),
      '÷ yardstick': against(yardstick, 'usable'),
      '÷ baseline': against(baseline, 'usable'),
      'first paint': text('firstPaint'),
      'paint ÷ yardstick': against(yardstick, 'firstPaint'),
      script: text('script'),
      'script ÷ baseline': against(baseline, 'script'),
      'script ÷ yardstick': against(yardstick, 'script'),
      requests: text('requests'),
      'KB of script': text('scriptKilobytes'),
      shift: this.#of(rows, 'layoutShift').median.toFixed(3),
    };
  }
}
