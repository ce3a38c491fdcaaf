const words: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text',
  'application/vnd.oasis.opendocument.presentation': 'OpenDocument presentation',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheet',
  'application/rtf': 'Rich text',
  'application/epub+zip': 'E-book',
  'application/json': 'JSON',
  'application/x-ndjson': 'JSON lines',
  'application/xhtml+xml': 'Web page',
  'application/xml': 'XML',
  'message/rfc822': 'E-mail',
  'text/calendar': 'Calendar',
  'text/csv': 'CSV table',
  'text/html': 'Web page',
  'text/markdown': 'Markdown',
  'text/plain': 'Plain text',
  'text/tab-separated-values': 'Table with tabs',
  'text/xml': 'XML',
};

/** What kind of file a media type means; one without words by the end of its name, such as `text/x-python`. */
export function mediaWords(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';', 1);
  const known = Object.hasOwn(words, type.trim()) ? words[type.trim()] : undefined;
  if (known !== undefined) return known;
  const [, plain] = /\/(?:x-|vnd\.)?([a-z0-9.+-]+)$/.exec(type.trim()) ?? [];
  return plain === undefined ? mediaType : `${plain.charAt(0).toUpperCase()}${plain.slice(1)} file`;
}
