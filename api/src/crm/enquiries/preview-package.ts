import { uuidv7 } from 'uuidv7';
import type { ConvertedPackage } from '@daybook/contracts/crm/enquiries/conversion';
import type { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { tried } from '../../db/tried.ts';
import { previewPackage } from '../subscriptions/apply-package.ts';
import { checkMayApply } from '../subscriptions/begin-subscription.ts';
import { soldPackage } from '../subscriptions/sold-packages.ts';
import { chooseClient, onPackage } from './convert-enquiry.ts';
import { getEnquiry } from './enquiries.queries.ts';
import { checkMove } from './enquiries.rules.ts';

/** The codes of clients have no gaps from previews. */
const noCode = async () => Promise.resolve(`preview ${uuidv7()}`);

/**
 * What a package would create for the client that the enquiry becomes: the client is made as by the conversion, shown what it
 * would get, and rolled back. Refuses as `convertEnquiry`, and as `previewPackage` on `package.…`.
 */
export async function previewConvertedPackage(
  root: Db,
  user: CurrentUser,
  { package: applied, ...input }: ParsedInputOf<typeof enquiries.previewPackage>,
  { canMail, requestId }: { canMail: boolean; requestId: string },
): Promise<ConvertedPackage> {
  return tried(root, async (db) => {
    await db.executeQuery(actAs(user.id, requestId, 'enquiries.previewPackage'));
    const enquiry = await getEnquiry(db, user, input.id);
    checkMove(enquiry, 'won', 'enquiries.convert');
    const clientId = await chooseClient(db, user, input, enquiry, noCode);
    return onPackage(async () => {
      checkMayApply(user, applied.mode);
      const subscription = await previewPackage(db, user, { clientId, ...applied }, canMail);
      const { version } = await soldPackage(db, applied.packageId);
      const included = new Set(version.services.map(({ service }) => service.id));
      return { subscription, notIncluded: enquiry.services.filter(({ id }) => !included.has(id)) };
    });
  });
}
