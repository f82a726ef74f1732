import { renderPdf } from './typst.ts';

/** Prints one document in a thread of the pool. */
const print = (asked: Parameters<typeof renderPdf>): Uint8Array => renderPdf(...asked);
export default print;
