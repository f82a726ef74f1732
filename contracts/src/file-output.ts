import { z } from 'zod';

/** A file answer has no JSON body to check. */
export const fileOutput = z.any();
