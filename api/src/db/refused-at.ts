import { Refusal } from '@daybook/contracts/refusals';
import { refusedByDatabase } from './refused-by-database.ts';

/** Shows at other fields of the caller's input what some work is refused for, also by the database. */
export async function refusedAt<T>(fieldOf: (field: string) => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = error instanceof Refusal ? error : refusedByDatabase(error as Error);
    if (refused === null || refused.code === 'UNAVAILABLE') throw error;
    const fields = Object.entries(refused.fields).map(([field, why]) => [fieldOf(field), why] as const);
    throw new Refusal(refused.code, refused.params, Object.fromEntries(fields));
  }
}
