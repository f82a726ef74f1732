// These modules register hooks for all tests. If a file of a group loaded them, they would apply to that file only.
import '@testing-library/react';
import '@testing-library/user-event';
import './disturbances.ts';
