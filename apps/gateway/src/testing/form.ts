/** A part of a multipart body. */
export interface FormPart {
  readonly name: string;
  /** Makes it a file. */
  readonly fileName?: string;
  readonly type?: string;
  readonly data: string | Buffer;
}

/** A multipart body as a client would send it, byte by byte. */
export function form(...parts: readonly FormPart[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'test-boundary-7f3a';
  const chunks = parts.flatMap(({ name, fileName, type, data }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n`,
    ),
    Buffer.from(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    Buffer.from(data),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
