import { checkLibraries, install, runPinned } from './install.mjs';

install();
checkLibraries();
runPinned('start.ts');
