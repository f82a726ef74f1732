import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';

const figure = (value: number | null, currency: string | null): string =>
  [value ?? '–', currency].filter((part) => part !== null).join(' ');

/** A line for each finding, with the number or id of its record, and one for all. Amounts are in minor units. */
export const findingLines = (findings: readonly BookFinding[]): string[] => [
  ...findings.map(({ rule, entity, document, currency, expected, actual }) =>
    [
      rule,
      entity ?? '–',
      document,
      `expected ${figure(expected, currency)}`,
      `found ${figure(actual, currency)}`,
    ].join('\t'),
  ),
  findings.length === 0 ? 'The books have no faults.' : `The books have faults: ${findings.length}.`,
];
