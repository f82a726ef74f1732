import { lazyPart } from './lazy-part.ts';

export default lazyPart(() => import('antd/es/menu'));
