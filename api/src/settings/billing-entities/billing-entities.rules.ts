import { Refusal } from '@daybook/contracts/refusals';
import {
  defaultNumberFormats,
  numberFormatRefusal,
} from '@daybook/contracts/settings/billing-entities/number-formats';
import type { NumberFormatInput } from '@daybook/contracts/settings/billing-entities/number-formats';

type Law = { country: string; fyStart: string };

/** One format for each kind of document: the given ones, and otherwise the defaults. */
export const wholeNumberFormats = (given: readonly NumberFormatInput[]): NumberFormatInput[] =>
  defaultNumberFormats().map((usual) => given.find(({ docKind }) => docKind === usual.docKind) ?? usual);

/** Formats that an edit leaves alone must be allowed in the new country too. Refuses on `numberFormats`. */
export function checkKeptNumberFormats(
  kept: readonly NumberFormatInput[],
  given: readonly NumberFormatInput[],
  law: Law,
): void {
  for (const format of kept) {
    if (given.some(({ docKind }) => docKind === format.docKind)) continue;
    const code = numberFormatRefusal(format, law);
    if (code) throw new Refusal('NUMBER_FORMAT_INVALID', {}, { numberFormats: [{ code }] });
  }
}
