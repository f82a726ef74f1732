import { ageingFaults } from './ageing-faults.ts';
import { openRowFaults } from './open-row-faults.ts';
import { promiseFaults } from './promise-faults.ts';
import type { Fixture } from './step.ts';

/** What is wrong with what clients owed on each day, with its age, and with what became of their promises. */
export const receivablesFaults = async (fixture: Fixture): Promise<string[]> => [
  ...(await openRowFaults(fixture.api, fixture.entityId)),
  ...(await promiseFaults(fixture)),
  ...(await ageingFaults(fixture)),
];
