const encodingDeclared = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]+)["']/;

/** Decodes XML piece by piece: UTF-16 by its byte order mark, else what its declaration says, else UTF-8. Call without bytes at the end. */
export function xmlDecoder(): (chunk?: Uint8Array) => string {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return (chunk) => {
    if (chunk === undefined) return decoder?.decode() ?? '';
    decoder ??= new TextDecoder(encodingOf(chunk));
    return decoder.decode(chunk, { stream: true });
  };
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const declared = encodingDeclared.exec(Buffer.from(start.subarray(0, 256)).toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}
