import { shown } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** A file as it was sent. */
export interface Upload {
  readonly bytes: Uint8Array;
  /** The file's name, fit to be shown as a line; undefined when none was sent. */
  readonly fileName: string | undefined;
  readonly title: string | undefined;
  /** The media type that the sender claims. */
  readonly claimedType: string;
}

/** Parts of one upload: the file, its title, and a few that are refused by name. */
const uploadLimits = { files: 1, fields: 4, parts: 5, fieldNameSize: 64, fieldSize: 4096, headerPairs: 16 } as const;

/** Reads a multipart body: one `file` and, if sent, one `title`. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  let file: Omit<Upload, 'title'> | undefined;
  let title: string | undefined;
  try {
    for await (const part of request.parts({ limits: { ...uploadLimits, fileSize: maxBytes } })) {
      if (part.type === 'file') file = await readFile(part);
      else if (part.fieldname === 'title' && title === undefined) title = textOf(part);
      else throw invalid(part.fieldname, 'is not known or came twice; send one file and at most one title');
    }
  } catch (error) {
    throw uploadFault(error, maxBytes);
  }
  if (file === undefined) throw invalid('file', 'is required; send the document as the part "file"');
  return { ...file, title };
}

async function readFile(part: MultipartFile): Promise<Omit<Upload, 'title'>> {
  if (part.fieldname !== 'file') {
    part.file.resume();
    throw invalid(part.fieldname, 'is not known; send the document as the part "file"');
  }
  const bytes = await part.toBuffer();
  if (part.filename?.includes('\0')) throw invalid('file', 'has a name with U+0000, which cannot be kept');
  return { bytes, fileName: plainName(part.filename), claimedType: part.mimetype };
}

/** A file's name to show: without folders, control characters, and what turns the direction of what follows it. */
function plainName(sent: string | undefined): string | undefined {
  const name = sent
    ?.replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2028\u2029\u2066-\u2069]/gu, '')
    .trim();
  return name === '' || name === '.' || name === '..' ? undefined : name;
}

function textOf(part: Exclude<Multipart, MultipartFile>): string {
  if (typeof part.value !== 'string' || part.valueTruncated) throw invalid('title', 'is too long or no text');
  return part.value;
}

/** What the multipart reader found wrong, in our words. */
function uploadFault(error: unknown, maxBytes: number): unknown {
  if (error instanceof CairnError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return largerThan(maxBytes);
  }
  const message = code === 'FST_FILES_LIMIT' ? 'send one file a request' : 'the multipart body cannot be read';
  return new CairnError('INVALID_ARGUMENT', { message, cause: error });
}

/** What is said of a document with more bytes than one may have, however it was sent. */
export const largerThan = (maxBytes: number): CairnError =>
  new CairnError('PAYLOAD_TOO_LARGE', { message: `the file is larger than the limit of ${maxBytes} bytes${inMebibytes(maxBytes)}` });

const inMebibytes = (bytes: number): string => (bytes < 2 ** 20 ? '' : ` (${Number((bytes / 2 ** 20).toFixed(1))} MiB)`);

function invalid(part: string, message: string): CairnError {
  const path = shown(part).slice(1, -1);
  return new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}
