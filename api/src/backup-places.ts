/** A bucket, and the key with which it is used. */
export interface BucketAccess {
  endpoint: string;
  region: string;
  name: string;
  /** Before the names of the files; without a slash at its ends. */
  prefix: string;
  keyId: string;
  secret: string;
}

/** What storage takes that knows no regions. */
export const usualRegion = 'us-east-1';

/** What is on record as the place of a backup. It has no key in it. */
export const addressOf = ({
  endpoint,
  name,
  prefix,
}: Omit<BucketAccess, 'region' | 'keyId' | 'secret'>): string =>
  [endpoint, name, ...(prefix === '' ? [] : [prefix])].join('/');

/** `https://KEY:SECRET@host/bucket/prefix?region=…`; null if a part is missing. */
export function bucketOfUrl(text: string): BucketAccess | null {
  const { origin, pathname, username, password, searchParams } = new URL(text);
  const [name = '', ...prefix] = pathname.split('/').filter((part) => part !== '');
  if (name === '' || username === '' || password === '') return null;
  return {
    endpoint: origin,
    region: searchParams.get('region') ?? usualRegion,
    name,
    prefix: prefix.join('/'),
    keyId: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  };
}

interface Environment {
  BACKUP_DIR?: string | undefined;
  BACKUP_BUCKET_URL?: string | undefined;
}

/** What the environment names and admins see: where backups go while the settings name no folder, and the bucket that wins over them. */
export interface NamedPlaces {
  folder: string | null;
  bucket: string | null;
}

export function namedPlaces({ BACKUP_DIR, BACKUP_BUCKET_URL }: Environment): NamedPlaces {
  const bucket = BACKUP_BUCKET_URL === undefined ? null : bucketOfUrl(BACKUP_BUCKET_URL);
  return { folder: BACKUP_DIR ?? null, bucket: bucket && addressOf(bucket) };
}
