import { defineRemote } from '@daybook/tooling/webpack/define-remote';

export default defineRemote('billing');
