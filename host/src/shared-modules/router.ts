// What the host provides as `react-router-dom`: of the whole, half is server rendering, and what is shared cannot be
// shaken. A name missing here is undefined in a remote, so the lint rules allow these names only.
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
