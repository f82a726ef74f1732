import { addressLines, entityParty } from './parties.ts';

const lines = (country: string, line1: string, city: string, postal: string, more: object = {}) =>
  addressLines({ country, line1, city, postal, ...more });

describe('an address on a document', () => {
  it.each([
    [
      'GB',
      lines('GB', '86-90 Paul Street', 'London', 'EC1V 9BX'),
      ['86-90 Paul Street', 'London', 'EC1V 9BX'],
    ],
    [
      'JP',
      lines('JP', '丸の内2-4-1', '東京都千代田区', '100-6390'),
      ['〒100-6390 東京都千代田区丸の内2-4-1'],
    ],
    [
      'JP in Latin letters',
      lines('JP', '2-4-1 Marunouchi', 'Chiyoda-ku, Tokyo', '100-6390'),
      ['2-4-1 Marunouchi', 'Chiyoda-ku, Tokyo, 100-6390'],
    ],
    ['CN', lines('CN', '建国门外大街1号', '北京市朝阳区', '100004'), ['100004 北京市朝阳区建国门外大街1号']],
    ['FR', lines('FR', '10 rue de la Paix', 'Paris', '75002'), ['10 rue de la Paix', '75002 Paris']],
    ['DE', lines('DE', 'Unter den Linden 1', 'Berlin', '10117'), ['Unter den Linden 1', '10117 Berlin']],
    ['CH', lines('CH', 'Bahnhofstrasse 1', 'Zürich', '8001'), ['Bahnhofstrasse 1', '8001 Zürich']],
    [
      'IN',
      lines('IN', '14 MG Road', 'Bengaluru', '560001', { regionCode: 'IN-KA', line2: 'Floor 2' }),
      ['14 MG Road', 'Floor 2', 'Bengaluru - 560001', 'Karnataka'],
    ],
    [
      'US',
      lines('US', '350 Fifth Avenue', 'New York', '10118', { regionCode: 'US-NY' }),
      ['350 Fifth Avenue', 'New York, NY 10118'],
    ],
    [
      'CA',
      lines('CA', '1 King Street', 'Toronto', 'M5H 1A1', { regionCode: 'CA-ON' }),
      ['1 King Street', 'Toronto, ON M5H 1A1'],
    ],
    [
      'AU',
      lines('AU', '1 George Street', 'Sydney', '2000', { regionCode: 'AU-NSW' }),
      ['1 George Street', 'Sydney NSW 2000'],
    ],
    ['SG', lines('SG', '1 Raffles Place', 'Singapore', '048616'), ['1 Raffles Place', 'Singapore 048616']],
    ['NL', lines('NL', 'Dam 1', 'Amsterdam', '1012 JS'), ['Dam 1', '1012 JS Amsterdam']],
  ])('is written as %s writes it', (_country, written, expected) => {
    expect(written).toEqual(expected);
  });

  it('leaves out the parts that are missing', () => {
    expect(addressLines({ country: 'GB', line1: 'The Mill' })).toEqual(['The Mill']);
    expect(addressLines(null)).toEqual([]);
  });
});

const linesOf = (
  country: string,
  address: { line1: string; city: string; postal: string; regionCode?: string },
) => entityParty({ legalName: 'Rao & Partners', country, address, registrations: [] }).lines;

it('a billing entity stands in the format of its own country, with its state in India', () => {
  expect(
    linesOf('IN', { line1: '12 MG Road', city: 'Pune', postal: '411004', regionCode: 'IN-MH' }).join(', '),
  ).toBe('12 MG Road, Pune - 411004, Maharashtra');
  expect(linesOf('JP', { line1: '丸の内2-4-1', city: '東京都千代田区', postal: '100-0005' })).toEqual([
    '〒100-0005 東京都千代田区丸の内2-4-1',
  ]);
});
