// What the host provides as `react-router-dom`. Half of the library is server rendering, and a shared module cannot be tree-shaken.
// A name missing here is undefined in a remote, so lint rules allow only these names.
export {
  Link,
  MemoryRouter,
  NavLink,
  Navigate,
  Outlet,
  createBrowserRouter,
  createMemoryRouter,
  createSearchParams,
  generatePath,
  matchPath,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLinkClickHandler,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router';
export type { RouteObject } from 'react-router';
export { RouterProvider } from 'react-router/dom';
