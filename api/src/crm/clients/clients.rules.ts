import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { SavedClient, clients } from '@daybook/contracts/crm/clients/clients';
import { normaliseIdentifier } from '@daybook/contracts/identifiers/identifiers';
import { isKept } from '@daybook/contracts/identifiers/registration';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';

export type ClientFields = Omit<ParsedInputOf<typeof clients.create>, 'id'>;
type Registrations = ClientFields['registrations'];

/** The registrations in the spelling that is stored. Refuses TAX_ID_CHECKSUM, or one given twice, on `registrations.0.value`. */
export function checkRegistrations(given: Registrations): Registrations {
  const checked = given.map((one) => ({ ...one, value: normaliseIdentifier(one.scheme, one.value) }));
  const refused: FieldRefusals = {};
  let code: RefusalCode = 'INPUT_INVALID';
  for (const [index, registration] of checked.entries()) {
    const { scheme, value } = registration;
    const field = `registrations.${index}.value`;
    if (!isKept(registration)) {
      code = 'TAX_ID_CHECKSUM';
      refused[field] = [{ code }];
    } else if (checked.findIndex((one) => one.scheme === scheme && one.value === value) < index) {
      refused[field] = [{ code: 'TWICE' }];
    }
  }
  if (Object.keys(refused).length > 0) throw new Refusal(code, {}, refused);
  return checked;
}

/** The fourth letter of a PAN shows what kind of taxpayer holds it; a proprietor has that of a person. */
const panLetters: Partial<Record<ClientFields['kind'], string>> = {
  individual: 'P',
  proprietor: 'P',
  partnership: 'F',
  llp: 'F',
  company: 'C',
  trust: 'T',
  huf: 'H',
  aop: 'AB',
  government: 'GL',
};

const warning = (code: 'PAN_DIFFERS' | 'PAN_KIND', value: string) => ({
  code,
  value,
  clientId: null,
  label: null,
});

/** Contradictions between the numbers of one client that have not ended: letters 3 to 12 of a GSTIN are the PAN of its holder. */
export function panWarnings(
  { kind, registrations }: Pick<ClientFields, 'kind' | 'registrations'>,
  today: string,
): SavedClient['warnings'] {
  const hasEnded = ({ validTo }: Registrations[number]) => validTo !== null && validTo < today;
  const valuesOf = (scheme: string) =>
    registrations.filter((one) => one.scheme === scheme && !hasEnded(one)).map(({ value }) => value);
  const pans = valuesOf('IN:PAN');
  const within = valuesOf('IN:GSTIN').map((gstin) => ({ gstin, pan: gstin.slice(2, 12) }));
  const differing = within.filter(({ pan }) => pans.length > 0 && !pans.includes(pan));
  const letters = panLetters[kind];
  const ofOtherKind = [...new Set([...pans, ...within.map(({ pan }) => pan)])].filter(
    (pan) => letters !== undefined && !letters.includes(pan.charAt(3)),
  );
  return [
    ...differing.map(({ gstin }) => warning('PAN_DIFFERS', gstin)),
    ...ofOtherKind.map((pan) => warning('PAN_KIND', pan)),
  ];
}
