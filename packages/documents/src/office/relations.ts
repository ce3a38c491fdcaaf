import type { Archive } from '../archive/archive.ts';
import { attribute } from '../xml/element.ts';
import { readXml } from '../xml/read-xml.ts';

/** What a part of an office package points at, as names of parts: by a relation's id, and by the last word of its type. */
export interface Relations {
  readonly byId: ReadonlyMap<string, string>;
  readonly byType: ReadonlyMap<string, readonly string[]>;
}

/** The relations of a part, or of the whole package when `part` is empty. Targets outside the package are left out. */
export async function relationsOf(archive: Archive, part: string): Promise<Relations> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const byId = new Map<string, string>();
  const byType = new Map<string, string[]>();
  await readXml(archive.open(`${folder}_rels/${part.slice(folder.length)}.rels`), {
    take: new Set(['Relationship']),
    onElement: (relation) => {
      const target = attribute(relation, 'Target');
      if (target === undefined || attribute(relation, 'TargetMode') === 'External') return;
      const name = resolvedName(folder, target);
      byId.set(attribute(relation, 'Id') ?? '', name);
      const type = attribute(relation, 'Type') ?? '';
      const kind = type.slice(type.lastIndexOf('/') + 1);
      byType.set(kind, [...(byType.get(kind) ?? []), name]);
    },
  });
  return { byId, byType };
}

/** The part that a package is about, such as `word/document.xml`. */
export async function mainPart(archive: Archive): Promise<string | undefined> {
  const { byType } = await relationsOf(archive, '');
  return byType.get('officeDocument')?.find((name) => archive.has(name));
}

/** A name in a package relative to a folder in it; it never leaves the package, whose names are all there is. */
export function resolvedName(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '');
  for (const part of decoded(target).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
