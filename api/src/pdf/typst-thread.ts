import { renderPdf } from './typst.ts';

/** What a thread of the pool is asked. */
const print = (asked: Parameters<typeof renderPdf>): Uint8Array => renderPdf(...asked);
export default print;
