import type { AgeingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import type { Db } from '../../db/database.ts';

/** The buckets of the firm; the database holds exactly one row. */
export const getAgeingSetting = (db: Db): Promise<AgeingSetting> =>
  db.selectFrom('ageingSetting').select(['bounds', 'version']).executeTakeFirstOrThrow();
