import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { usePhoto } from './use-photo.ts';
import css from './profile.module.css';

/** One's own photo, round; what it shows is said beside it. */
export default function MyPhoto({ size }: { size: number }) {
  const address = usePhoto();
  if (address === null) return <UserOutlined />;
  return <img src={address} alt="" width={size} height={size} className={css.photo} />;
}
