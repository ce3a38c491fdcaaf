/** An element with what is in it. Names are without their namespace prefix: producers choose prefixes as they like. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** `w:bCs` is `bCs`. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its name without a prefix; one that is written without a prefix comes first. */
export function attribute({ attributes }: Pick<XmlElement, 'attributes'>, name: string): string | undefined {
  const exact = attributes[name];
  if (exact !== undefined) return exact;
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** The attribute that points at a relation: `r:id`, never a plain `id`. */
export function relationOf({ attributes }: Pick<XmlElement, 'attributes'>, name = 'id'): string | undefined {
  const key = Object.keys(attributes).find((each) => each.includes(':') && each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

export function* elements({ children }: XmlElement): Generator<XmlElement> {
  for (const each of children) if (typeof each !== 'string') yield each;
}

export function child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const each of parent ? elements(parent) : []) if (each.name === name) return each;
  return undefined;
}

/** Elements of a name at any depth, in order; not those inside another one of that name. */
export function* descendants(parent: XmlElement, name: string): Generator<XmlElement> {
  for (const each of elements(parent)) {
    if (each.name === name) yield each;
    else yield* descendants(each, name);
  }
}

/** All text in an element. */
export function textOf(element: XmlElement): string {
  let text = '';
  for (const each of element.children) text += typeof each === 'string' ? each : textOf(each);
  return text;
}
