import { z } from 'zod';
import { Percentage } from './money/decimal.ts';
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
  it('calls what is missing, null or empty required', () => {
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

  it('names what is wrong with what is there, by its dotted path', () => {
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

  it('hands on the figures', () => {
    const input = { name: 'too long a name' };
    const { error } = z.object({ name: requiredText(5) }).safeParse(input);
    expect(error && fieldRefusals(error, input)).toEqual({
      name: [{ code: 'TOO_LONG', params: { maximum: 5 } }],
    });
  });

  it('says one thing of a share above all of it, and of what is no date', () => {
    const input = { share: '150', date: '31/02/2026', late: '2300-01-01' };
    const checked = z.object({ share: Percentage, date: PlainDate, late: PlainDate }).safeParse(input);
    expect(checked.error && fieldRefusals(checked.error, input)).toEqual({
      share: [{ code: 'PERCENTAGE' }],
      date: [{ code: 'DATE_INVALID' }],
      late: [{ code: 'DATE_RANGE' }],
    });
  });
});
