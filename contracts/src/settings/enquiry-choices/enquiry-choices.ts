import { z } from 'zod';
import { anyOf, endpoint } from '../../endpoint.ts';
import { ById, OwnId, Uuid, Version, requiredText } from '../../fields.ts';
import { createEndpoint, editEndpoint } from '../../usual-endpoints.ts';

/** The entries that every firm begins with. Until the firm names one, everyone reads it in their own language. */
export const usualSources = ['web', 'referral', 'call', 'walk_in', 'campaign', 'other'] as const;
export const usualLostReasons = [
  'price',
  'other_firm',
  'no_answer',
  'postponed',
  'not_offered',
  'other',
] as const;

/** An entry of a list, as a record names it: by the firm's name or, without one, as the usual entry. */
const named = <const Usual extends readonly [string, ...string[]]>(usual: Usual) =>
  z.object({ id: Uuid, name: z.string().nullable(), usual: z.enum(usual).nullable() });

export const EnquirySource = named(usualSources);
export type EnquirySource = z.infer<typeof EnquirySource>;
export const LostReason = named(usualLostReasons);
export type LostReason = z.infer<typeof LostReason>;

/** The most entries of a list. */
export const mostChoices = 50;

const choiceEndpoints = <const Usual extends readonly [string, ...string[]]>(path: string, usual: Usual) => {
  const row = named(usual).extend({ version: Version, active: z.boolean() });
  return {
    /** All entries in their order. Whoever works on enquiries chooses among the active ones. */
    list: endpoint({
      method: 'GET',
      path,
      allow: anyOf(
        'setting',
        'enquiries.add',
        'enquiries.edit',
        'enquiries.delete',
        'enquiries.update_status',
        'enquiries.convert',
      ),
      input: z.object({}),
      output: z.array(row),
    }),
    /** Adds an entry at the end. */
    create: createEndpoint(path, 'setting', {
      input: z.object({ id: OwnId, name: requiredText(80) }),
      output: row,
    }),
    /** Renames or deactivates an entry; one stays active. Without a name, a usual entry is called as before. */
    edit: editEndpoint(path, 'setting', {
      input: ById.extend({
        name: requiredText(80)
          .nullish()
          .transform((value) => value ?? null),
        active: z.boolean(),
      }),
      output: row,
    }),
    /** Puts the entries in this order. All of them are named, so that nobody orders entries that they have not seen. */
    order: endpoint({
      method: 'POST',
      path: `${path}/order`,
      allow: 'setting',
      input: z.object({ ids: z.array(Uuid).min(1).max(mostChoices) }),
      output: z.array(row),
    }),
  };
};

export const enquirySources = choiceEndpoints('/enquiry-sources', usualSources);
export const lostReasons = choiceEndpoints('/lost-reasons', usualLostReasons);
