import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { BackupFault, backupSettings } from '@daybook/contracts/settings/backups/backups';
import type { SecretBox } from '../../auth/secret-box.ts';
import { usualRegion } from '../../backup-places.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import { bucketOfSettings } from './bucket-of-settings.ts';
import { faultOfBucket } from './bucket-store.ts';
import { BackupFailed } from './fault.ts';

type Input = ParsedInputOf<typeof backupSettings.save>;

/** The field on which a fault of the bucket is shown. */
const fieldOf: Partial<Record<BackupFault, keyof Input>> = {
  BUCKET_KEY_REFUSED: 'bucketKeyId',
  BUCKET_NOT_PERMITTED: 'bucketKeyId',
  BUCKET_MISSING: 'bucketName',
  BUCKET_REGION_WRONG: 'bucketRegion',
};

/** Whether the secret would go to whom it was given for. */
const isSameKey = (before: StoredSchedule, input: Input): boolean =>
  (['bucketEndpoint', 'bucketName', 'bucketKeyId'] as const).every((name) => before[name] === input[name]);

/** The stored secret; asked for again where it can no longer be read. */
function keptSecret(before: StoredSchedule, input: Input, box: SecretBox): string | null {
  if (!isSameKey(before, input)) return null;
  try {
    return bucketOfSettings(before, box)?.secret ?? null;
  } catch (error) {
    if (error instanceof BackupFailed) return null;
    throw error;
  }
}

/**
 * The columns of the bucket. Refuses what is lacking; the secret also where the bucket or its key has changed, so that nobody has it used
 * for a bucket of their own; and a bucket into which the key cannot write.
 */
export async function checkedBucket(
  before: StoredSchedule,
  input: Input,
  { box, isWriter }: { box: SecretBox; isWriter: boolean },
) {
  const {
    bucketEndpoint: endpoint,
    bucketName: name,
    bucketKeyId: keyId,
    bucketRegion,
    bucketPrefix,
  } = input;
  const secret = input.bucketSecret ?? keptSecret(before, input, box);
  if (endpoint === null || name === null || keyId === null || secret === null) {
    const lacking: FieldRefusals = {};
    for (const [field, value] of Object.entries({
      bucketEndpoint: endpoint,
      bucketName: name,
      bucketKeyId: keyId,
      bucketSecret: secret,
    }))
      if (value === null) lacking[field] = [{ code: 'REQUIRED' }];
    throw new Refusal('INPUT_INVALID', {}, lacking);
  }
  const access = {
    endpoint,
    name,
    keyId,
    secret,
    region: bucketRegion ?? usualRegion,
    prefix: bucketPrefix ?? '',
  };
  const fault = isWriter ? await faultOfBucket(access) : null;
  if (fault !== null) throw refuseField('INPUT_INVALID', fieldOf[fault] ?? 'bucketEndpoint', {}, fault);
  return {
    destination: 'bucket',
    bucketEndpoint: endpoint,
    bucketName: name,
    bucketKeyId: keyId,
    bucketRegion,
    bucketPrefix,
    ...(input.bucketSecret !== null && {
      bucketSecret: box.seal(Buffer.from(secret), before.id),
      bucketSecretSetAt: sql<string>`now()`,
    }),
  };
}
