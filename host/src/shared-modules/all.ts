// A host provides only modules that it imports itself, so every key of `getShared` that remotes may ask for is imported here, or by the
// code behind sign-in: the router, zod, and TanStack Query with its client.
import 'react';
import 'react/jsx-runtime';
import 'react/jsx-dev-runtime';
import 'react-dom';
import 'react-dom/client';
import 'jotai';
import 'i18next';
import 'react-i18next';
import '@daybook/shared/session';
import '@daybook/shared/call';
import '@daybook/shared/i18n';
import '@daybook/shared/notify';
