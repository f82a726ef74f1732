import { install, runPinned } from './install.mjs';

install();
runPinned('start.ts');
