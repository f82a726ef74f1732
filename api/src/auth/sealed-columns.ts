/** Every column that holds something encrypted with SECRET_KEY, bound to the id of its row. */
export const sealedColumns = [
  { table: 'app_user', column: 'totp_secret' },
  { table: 'app_user', column: 'totp_pending' },
  { table: 'mail_setting', column: 'password' },
  { table: 'backup_setting', column: 'passphrase' },
  { table: 'backup_setting', column: 'bucket_secret' },
] as const;

export type SealedColumn = (typeof sealedColumns)[number];
