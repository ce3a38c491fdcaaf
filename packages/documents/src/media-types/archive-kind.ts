import type { MediaType } from '@cairn/core';
import { directoryOf } from '../archive/directory.ts';
import { kindOf } from './kinds.ts';

const office = 'application/vnd.openxmlformats-officedocument';

const officeFolders: Readonly<Record<string, MediaType>> = {
  word: `${office}.wordprocessingml.document`,
  ppt: `${office}.presentationml.presentation`,
  xl: `${office}.spreadsheetml.sheet`,
};

/**
 * What a ZIP archive is, by the names in it or by the media type that it begins with; the reader finds out whether that is true.
 * Otherwise what to call it.
 */
export function archiveKind(bytes: Uint8Array): { readonly mediaType: MediaType } | { readonly unsupported: string } {
  const declared = declaredType(bytes);
  if (declared !== undefined) return { mediaType: declared };
  const names = namesOf(bytes);
  const isPackage = names.some((name) => name.toLowerCase() === '[content_types].xml');
  const folder = names
    .map((name) => name.slice(0, Math.max(0, name.indexOf('/'))).toLowerCase())
    .find((each) => Object.hasOwn(officeFolders, each));
  const mediaType = folder === undefined ? undefined : officeFolders[folder];
  if (names.includes('xl/workbook.bin')) return { unsupported: 'a binary Excel workbook' };
  return isPackage && mediaType !== undefined ? { mediaType } : { unsupported: 'a ZIP archive' };
}

/** EPUB and OpenDocument files begin with a file `mimetype` that is stored as it is. */
function declaredType(bytes: Uint8Array): MediaType | undefined {
  const start = Buffer.from(bytes.subarray(30, 160)).toString('latin1');
  const type = /^mimetype(application\/[\w.+-]+?)(?:-template)?(?:PK|\s|$)/.exec(start)?.[1];
  return type === undefined ? undefined : kindOf(type)?.mediaType;
}

/** As far as the list can be read; one that is too long names what is needed before its end. */
function namesOf(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    for (const { name } of directoryOf(bytes, { anyLength: true })) names.push(name);
  } catch {
    // What was found so far tells, or what stands before the list that is missing.
  }
  return names.length > 0 ? names : localNames(bytes);
}

/** Names in front of the files themselves, at the beginning of an archive that has lost its list. */
function localNames(bytes: Uint8Array): string[] {
  const start = Buffer.from(bytes.subarray(0, 262_144));
  const names: string[] = [];
  for (let at = start.indexOf('PK\x03\x04'); at !== -1 && at + 30 < start.length; at = start.indexOf('PK\x03\x04', at + 4)) {
    names.push(start.toString('utf8', at + 30, at + 30 + start.readUInt16LE(at + 26)));
  }
  return names;
}
