import FileExcelOutlined from '@ant-design/icons/es/icons/FileExcelOutlined';
import FileImageOutlined from '@ant-design/icons/es/icons/FileImageOutlined';
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined';
import FilePdfOutlined from '@ant-design/icons/es/icons/FilePdfOutlined';
import FilePptOutlined from '@ant-design/icons/es/icons/FilePptOutlined';
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined';
import FileWordOutlined from '@ant-design/icons/es/icons/FileWordOutlined';
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined';
import type { FileType } from '@daybook/contracts/files';

/** Icons by a word in the media type; the first match is used. */
const icons = [
  ['pdf', FilePdfOutlined],
  ['image/', FileImageOutlined],
  ['sheet', FileExcelOutlined],
  ['excel', FileExcelOutlined],
  ['presentation', FilePptOutlined],
  ['powerpoint', FilePptOutlined],
  ['word', FileWordOutlined],
  ['opendocument.text', FileWordOutlined],
  ['/zip', FileZipOutlined],
  ['text/', FileTextOutlined],
  ['json', FileTextOutlined],
  ['/xml', FileTextOutlined],
] as const;

/** Decorative: the name beside it shows the file type as well. */
export function FileIcon({ type }: { type: FileType }) {
  const Icon = icons.find(([word]) => type.includes(word))?.[1] ?? FileOutlined;
  return <Icon aria-hidden />;
}
