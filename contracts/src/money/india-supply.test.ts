import { INDIAN_STATES, stateOfRegion } from './indian-states.ts';
import {
  indiaBlocks,
  indiaDocumentKind,
  indiaSupply,
  indiaTax,
  placeOfSupply,
  type IndiaCustomer,
  type IndiaDocument,
} from './india-supply.ts';
import { placeText } from './place-of-supply.ts';

const MAHARASHTRA = '27';
const gstin = '29AABCF8078M1C8';

describe('place of supply', () => {
  it.each<[string, IndiaCustomer, string]>([
    ['registered: state of the GSTIN', { treatment: 'registered', gstin, billingRegion: 'IN-MH' }, '29'],
    ['unregistered: state of the address', { treatment: 'consumer', billingRegion: 'IN-TG' }, '36'],
    ['no address: GSTIN on record', { treatment: 'unregistered', gstin }, '29'],
    ['nothing on record: own state', { treatment: 'consumer' }, MAHARASHTRA],
    ['overseas', { treatment: 'overseas', billingRegion: 'FR-75' }, '96'],
  ])('%s', (_, customer, state) => {
    expect(placeOfSupply(customer, MAHARASHTRA)).toBe(state);
  });

  it('can be overridden by a person', () => {
    expect(placeOfSupply({ treatment: 'overseas' }, MAHARASHTRA, '07')).toBe('07');
  });

  it('has its own name in a state, and a translated name outside the states', () => {
    expect((['en', 'fr', 'ja', 'zh'] as const).map((language) => placeText('96', language))).toEqual([
      '96 Other country',
      '96 Autre pays',
      '96 その他の国',
      '96 其他国家',
    ]);
    expect(placeText('27', 'ja')).toBe('27 Maharashtra');
  });

  it('includes merged and special states', () => {
    expect(['26', '37', '38', '96', '97'].every((code) => INDIAN_STATES.has(code))).toBe(true);
    expect([stateOfRegion('IN-OR'), stateOfRegion('IN-OD'), stateOfRegion('FR-75')]).toEqual([
      '21',
      '21',
      undefined,
    ]);
  });
});

const names = (place: string, treatment: IndiaCustomer['treatment'] = 'registered', withoutTax = false) => {
  const supply = indiaSupply(MAHARASHTRA, place, treatment);
  const { category, ratePct, components } = indiaTax('18', supply, place, withoutTax);
  return [supply, category, ratePct, components.map(({ name }) => name).join('+')];
};

describe('the tax on an Indian supply', () => {
  it('is split within a state and not between states', () => {
    expect(names('27')).toEqual(['intra', 'S', '18', 'CGST+SGST']);
    expect(names('29')).toEqual(['inter', 'S', '18', 'IGST']);
    expect(names('27', 'sez')).toEqual(['sez', 'S', '18', 'IGST']);
    expect(names('27', 'sez', true)).toEqual(['sez', 'Z', '0', 'IGST']);
    expect(names('96', 'overseas')).toEqual(['export', 'S', '18', 'IGST']);
    expect(names('96', 'overseas', true)).toEqual(['export', 'G', '0', 'IGST']);
  });

  it('is UTGST in union territories, and treats the two codes of a state as equal', () => {
    expect(indiaTax('18', indiaSupply('04', '04', 'registered'), '04', false).components[1]?.name).toBe(
      'UTGST',
    );
    expect(indiaSupply('25', '26', 'registered')).toBe('intra');
    expect(indiaTax('18', 'intra', '25', false).components[1]?.name).toBe('UTGST');
  });

  it('requires a bill of supply if no tax may be charged', () => {
    expect((['regular', 'composition', 'unregistered'] as const).map(indiaDocumentKind)).toEqual([
      'tax_invoice',
      'bill_of_supply',
      'bill_of_supply',
    ]);
  });
});

const document = (more: Partial<IndiaDocument> = {}): IndiaDocument => ({
  kind: 'tax_invoice',
  supply: 'intra',
  lines: [{ sac: '998221', tax: indiaTax('18', 'intra', '27', false) }],
  ...more,
});

const line = (more: Partial<IndiaDocument['lines'][number]>) => [
  { sac: '998221', tax: indiaTax('18', 'intra', '27', false), ...more },
];

describe('an Indian document is blocked for', () => {
  it.each<[string, IndiaDocument, unknown[]]>([
    ['nothing if it is lawful', document(), []],
    [
      'CGST and SGST across states',
      document({ supply: 'inter' }),
      [{ rule: 'CGST_SGST_INTER_STATE', row: 0 }],
    ],
    [
      'IGST within a state',
      document({ lines: line({ tax: indiaTax('18', 'inter', '29', false) }) }),
      [{ rule: 'IGST_INTRA_STATE', row: 0 }],
    ],
    ['selling to oneself', document({ entityGstin: gstin, customerGstin: gstin }), [{ rule: 'SAME_GSTIN' }]],
    [
      'tax on a bill of supply',
      document({ kind: 'bill_of_supply' }),
      [{ rule: 'TAX_ON_NON_TAXABLE', row: 0 }],
    ],
    [
      'tax on an exempt line',
      document({ lines: line({ tax: { ...indiaTax('18', 'intra', '27', false), category: 'E' } }) }),
      [{ rule: 'TAX_ON_NON_TAXABLE', row: 0 }],
    ],
    ['a missing code', document({ lines: line({ sac: '' }) }), [{ rule: 'HSN_MISSING', row: 0 }]],
    ['a short SAC', document({ lines: line({ sac: '9982' }) }), [{ rule: 'HSN_SHORT', row: 0 }]],
  ])('%s', (_, checked, blocks) => {
    expect(indiaBlocks(checked)).toEqual(blocks);
  });
});
