import { checkLibraries, install, installLibraries, runPinned } from './install.mjs';

install();
installLibraries();
checkLibraries();
runPinned('verify/test.ts');
