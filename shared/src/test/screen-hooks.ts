// Their hooks are for every test: loaded within one file of a group, they would hold for that file alone.
import '@testing-library/react';
import '@testing-library/user-event';
import './disturbances.ts';
