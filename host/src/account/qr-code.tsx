import { encode } from 'uqr';
import css from './totp.module.css';

/** Dark on light in both themes, with the quiet zone around it that cameras need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`}>
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
