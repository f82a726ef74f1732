import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { usePhoto } from './use-photo.ts';
import css from './profile.module.css';

/** The person's own photo, round. It has no alternative text, because the name stands beside it. */
export default function MyPhoto({ size }: { size: number }) {
  const address = usePhoto();
  if (address === null) return <UserOutlined />;
  return <img src={address} alt="" width={size} height={size} className={css.photo} />;
}
