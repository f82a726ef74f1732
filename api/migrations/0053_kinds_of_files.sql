-- Beside photos and PDFs: office files, ZIP, JSON, XML and text, kept as they came.
alter table file_content drop constraint file_content_type_check;
alter table file_content add constraint file_content_type_check check (type in (
  'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.ms-excel', 'application/msword', 'application/vnd.ms-powerpoint', 'application/x-ole-storage',
  'application/zip', 'application/json', 'application/xml', 'text/plain'));
