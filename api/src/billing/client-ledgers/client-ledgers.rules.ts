import { refuseField } from '@daybook/contracts/refusals';

/** Refuses DATE_ORDER on `asOf` before `from`. */
export function checkDays({ from, asOf }: { from?: string | undefined; asOf: string }): void {
  if (from !== undefined && asOf < from) throw refuseField('INPUT_INVALID', 'asOf', {}, 'DATE_ORDER');
}
