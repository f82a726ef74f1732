import { install, runPinned } from './install.mjs';

install();
runPinned('verify/test.ts');
