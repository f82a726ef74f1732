import { renderPdf } from './typst.ts';

/** A request to a thread of the pool. */
const print = (asked: Parameters<typeof renderPdf>): Uint8Array => renderPdf(...asked);
export default print;
