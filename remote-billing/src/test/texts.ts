import texts from '../locales/en.json';
import receivables from '../locales/receivables/en.json';

/** All texts of the namespace, as they are once a screen of follow-up or reports has been opened. */
export default { ...texts, ...receivables };
