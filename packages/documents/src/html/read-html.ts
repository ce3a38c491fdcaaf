import type { StructuredText } from '@cairn/retrieval';
import { decodeText, type DecodedText } from '../charset/decode-text.ts';
import { TextWriter } from '../text/text-writer.ts';
import { descendants } from '../xml/element.ts';
import { htmlTree } from './html-tree.ts';
import { mainContent } from './main-content.ts';
import { writeHtml } from './write-html.ts';

/**
 * A web page: its main content as text. Scripts, comments and what is hidden are no part of it, and neither are navigation and
 * what stands around the content.
 * @throws DocumentFault
 */
export function readHtml(bytes: Uint8Array): StructuredText {
  const { text, warnings } = declaredText(bytes) ?? decodeText(bytes);
  const { title, root, hides } = htmlTree(text);
  const { content, isPart } = mainContent(root);
  const writer = new TextWriter();
  for (const warning of warnings) writer.warn(warning);
  if (hides) writer.warn('Hidden parts of the page are left out.');
  if (isPart) writer.warn('Navigation and what stands around the main content of the page are left out.');
  const hasHeading = !descendants(content, 'h1').next().done;
  if (!hasHeading) writer.section(1, title);
  writeHtml(content, writer);
  return writer.finish();
}

/** The text in the encoding that the page declares, when it is that. */
function declaredText(bytes: Uint8Array): DecodedText | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const declared = /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
  if (declared === undefined) return undefined;
  try {
    return { text: new TextDecoder(declared, { fatal: true }).decode(bytes), warnings: [] };
  } catch {
    return undefined;
  }
}
