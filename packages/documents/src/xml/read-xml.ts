import { Parser } from 'htmlparser2';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { localName, type XmlElement } from './element.ts';
import { xmlDecoder } from './xml-decoder.ts';

export interface XmlReading {
  /** Elements to build, by name without prefix; the outermost of them counts. */
  readonly take: ReadonlySet<string>;
  /** An element of `take` with all that is in it. */
  readonly onElement: (element: XmlElement) => void;
  /** Elements around those: their start and end. */
  readonly onOpen?: (element: Pick<XmlElement, 'name' | 'attributes'>) => void;
  readonly onClose?: (name: string) => void;
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/**
 * Reads XML as it arrives and builds only the elements asked for, one after the other. Entities beyond the five of XML are never
 * expanded and nothing outside the bytes is ever loaded.
 * @throws DocumentFault `type_mismatch` on a document type declaration, `too_large` on too deep or too many elements
 */
export async function readXml(source: AsyncIterable<Uint8Array>, reading: XmlReading): Promise<void> {
  const builder = new ElementBuilder(reading);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => builder.open(name, attributes),
      ontext: (text) => builder.text(text),
      onclosetag: (name) => builder.close(name),
      onprocessinginstruction: refuseDoctype,
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decode = xmlDecoder();
  for await (const chunk of source) parser.write(decode(chunk));
  parser.end(decode());
}

/** The formats read here forbid it; it is what external entities and entity bombs are made of. */
function refuseDoctype(name: string, data: string): void {
  if (/^!doctype/i.test(name) && !/^!doctype\s+[\w:-]+\s*$/i.test(data)) {
    throw new DocumentFault('type_mismatch', {
      message:
        'The document declares XML entities or a document type, which its format forbids. Save it again in the program that made it.',
    });
  }
}

class ElementBuilder {
  readonly #reading: XmlReading;
  readonly #stack: OpenElement[] = [];
  #depth = 0;
  #elements = 0;

  constructor(reading: XmlReading) {
    this.#reading = reading;
  }

  open(fullName: string, attributes: Record<string, string>): void {
    const name = localName(fullName);
    this.#depth += 1;
    if (this.#depth > readLimits.depth) throw new DocumentFault('too_large', { message: tooDeep });
    if (this.#stack.length === 0 && !this.#reading.take.has(name)) {
      this.#reading.onOpen?.({ name, attributes });
      return;
    }
    this.#elements += 1;
    if (this.#elements > readLimits.elements) throw new DocumentFault('too_large');
    const element: OpenElement = { name, attributes, children: [] };
    this.#stack.at(-1)?.children.push(element);
    this.#stack.push(element);
  }

  text(text: string): void {
    this.#stack.at(-1)?.children.push(text);
  }

  close(fullName: string): void {
    this.#depth -= 1;
    const element = this.#stack.pop();
    if (element === undefined) {
      this.#reading.onClose?.(localName(fullName));
    } else if (this.#stack.length === 0) {
      this.#elements = 0;
      this.#reading.onElement(element);
    }
  }
}

const tooDeep = `The document nests its parts more than ${readLimits.depth} deep. Simplify its structure, and upload it again.`;

/** A small file of XML as one element. */
export async function readElement(source: AsyncIterable<Uint8Array>, name: string): Promise<XmlElement | undefined> {
  let found: XmlElement | undefined;
  await readXml(source, {
    take: new Set([name]),
    onElement: (element) => {
      found ??= element;
    },
  });
  return found;
}
