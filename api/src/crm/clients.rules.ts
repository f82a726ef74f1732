import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { clients } from '@daybook/contracts/crm/clients';
import { checkIdentifier, normaliseIdentifier } from '@daybook/contracts/identifiers/identifiers';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';

export type ClientFields = Omit<ParsedInputOf<typeof clients.create>, 'id'>;
type Registrations = ClientFields['registrations'];

/** In the spelling that is stored. Refuses TAX_ID_CHECKSUM, or one given twice, on `registrations.0.value`. */
export function checkRegistrations(given: Registrations): Registrations {
  const checked = given.map((one) => ({ ...one, value: normaliseIdentifier(one.scheme, one.value) }));
  const refused: FieldRefusals = {};
  let code: RefusalCode = 'INPUT_INVALID';
  for (const [index, { scheme, value }] of checked.entries()) {
    const field = `registrations.${index}.value`;
    if (!checkIdentifier(scheme, value).ok) {
      code = 'TAX_ID_CHECKSUM';
      refused[field] = [{ code }];
    } else if (checked.findIndex((one) => one.scheme === scheme && one.value === value) < index) {
      refused[field] = [{ code: 'TWICE' }];
    }
  }
  if (Object.keys(refused).length > 0) throw new Refusal(code, {}, refused);
  return checked;
}
