import { z } from 'zod';
import { Percentage, Quantity, UnitPrice } from './money/decimal.ts';
import { fieldRefusals } from './field-issues.ts';
import { Email, Phone, PlainDate, requiredText } from './fields.ts';

const schema = z.strictObject({
  name: requiredText(5),
  email: Email,
  phone: Phone,
  date: PlainDate,
  rate: z.int().min(1).max(10),
  kind: z.enum(['a', 'b']),
  lines: z.array(z.object({ text: requiredText(3) })).min(1),
});

const codesOf = (input: object) => {
  const { error } = schema.safeParse(input);
  if (error === undefined) return {};
  return Object.fromEntries(
    Object.entries(fieldRefusals(error, input)).map(([field, refusals]) => [
      field,
      refusals.map((refusal) => refusal.code),
    ]),
  );
};

describe('field refusals', () => {
  it('report missing, null and empty fields as required', () => {
    expect(codesOf({ name: '', kind: null })).toEqual({
      name: ['REQUIRED'],
      email: ['REQUIRED'],
      phone: ['REQUIRED'],
      date: ['REQUIRED'],
      rate: ['REQUIRED'],
      kind: ['REQUIRED'],
      lines: ['REQUIRED'],
    });
  });

  it('name each fault by the dotted path of its field', () => {
    const input = {
      name: 'too long a name',
      email: 'x',
      phone: '12',
      date: '1850-01-01',
      rate: 11,
      kind: 'c',
      lines: [{ text: 'four' }],
      more: 1,
    };
    expect(codesOf(input)).toEqual({
      name: ['TOO_LONG'],
      email: ['EMAIL_INVALID'],
      phone: ['PHONE_E164'],
      date: ['DATE_RANGE'],
      rate: ['TOO_BIG'],
      kind: ['NOT_A_CHOICE'],
      'lines.0.text': ['TOO_LONG'],
      more: ['UNKNOWN_FIELD'],
    });
  });

  it('carry the figures of their texts', () => {
    const input = { name: 'too long a name' };
    const { error } = z.object({ name: requiredText(5) }).safeParse(input);
    expect(error && fieldRefusals(error, input)).toEqual({
      name: [{ code: 'TOO_LONG', params: { maximum: 5 } }],
    });
  });

  it('report one fault for a percentage above 100 and for an invalid date', () => {
    const input = { share: '150', date: '31/02/2026', late: '2300-01-01' };
    const checked = z.object({ share: Percentage, date: PlainDate, late: PlainDate }).safeParse(input);
    expect(checked.error && fieldRefusals(checked.error, input)).toEqual({
      share: [{ code: 'PERCENTAGE' }],
      date: [{ code: 'DATE_INVALID' }],
      late: [{ code: 'DATE_RANGE' }],
    });
  });

  it.each([
    ['price', '-5', { code: 'TOO_SMALL', params: { minimum: 0 } }],
    ['price', '1e9', { code: 'DECIMAL_FORMAT' }],
    ['price', 'abc', { code: 'DECIMAL_FORMAT' }],
    ['price', '-abc', { code: 'DECIMAL_FORMAT' }],
    ['price', '1.2345678', { code: 'DECIMALS_TOO_MANY', params: { maximum: 6 } }],
    ['price', '', { code: 'REQUIRED' }],
    ['qty', '123456789012', { code: 'DIGITS_TOO_MANY', params: { maximum: 10 } }],
    ['qty', '-123456789012', { code: 'DIGITS_TOO_MANY', params: { maximum: 10 } }],
    ['qty', '0', { code: 'NOT_ZERO' }],
    ['share', '1234', { code: 'PERCENTAGE', params: { maximum: 3 } }],
  ])('report one fault of a decimal, with its limit: %s %s', (name, value, refusal) => {
    const figures = z.object({ price: UnitPrice, qty: Quantity, share: Percentage });
    const { error } = figures.safeParse({ price: '1', qty: '-1', share: '100', [name]: value });
    expect(error && fieldRefusals(error, { [name]: value })).toEqual({ [name]: [refusal] });
  });
});
