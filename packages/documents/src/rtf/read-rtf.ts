import type { StructuredText } from '@cairn/retrieval';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { TextWriter } from '../text/text-writer.ts';
import { type RtfToken, rtfTokens } from './tokens.ts';

/**
 * An RTF document: its paragraphs, headings by outline level, tables. Pictures, running heads, field instructions, deleted and
 * hidden text are left out.
 */
export function readRtf(bytes: Uint8Array): StructuredText {
  const body = new RtfBody();
  for (const token of rtfTokens(Buffer.from(bytes).toString('latin1'))) body.take(token);
  return body.finish();
}

/** What a group inherits from the one around it. */
interface GroupState {
  readonly isUnread: boolean;
  readonly isHidden: boolean;
  /** Characters that stand in for one that is given by its number. */
  readonly replacements: number;
  readonly font: number;
}

/** Groups that hold no text of the document. `*` marks those that a reader may not know. */
const unread: ReadonlySet<string> = new Set(
  '* fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf fldinst xe tc rxe bkmkstart bkmkend nonshppict listtext pntext'.split(
    ' ',
  ),
);

const characters: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  '~': '\u00a0',
  _: '\u2011',
  emdash: '\u2014',
  endash: '\u2013',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  bullet: '\u2022',
  '{': '{',
  '}': '}',
  '\\': '\\',
};

/** Code pages of fonts by their `fcharset`. */
const charsets: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const codePages: Readonly<Record<number, string>> = { 932: 'shift_jis', 936: 'gb18030', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8' };

class RtfBody {
  readonly #writer = new TextWriter();
  #state: GroupState = { isUnread: false, isHidden: false, replacements: 1, font: 0 };
  readonly #stack: GroupState[] = [];
  readonly #fonts = new Map<number, string>();
  #codePage = 'windows-1252';
  /** Bytes that may be parts of one character. */
  #bytes: number[] = [];
  #text = '';
  #skip = 0;
  #level: number | undefined;
  #isInTable = false;
  #cells: string[] = [];
  #rows: string[][] = [];

  take(token: RtfToken): void {
    if (token.kind === 'byte') return this.#byte(token.value);
    this.#settleBytes();
    if (token.kind === 'open') {
      if (this.#stack.length >= readLimits.depth * 4) throw new DocumentFault('too_large');
      this.#stack.push(this.#state);
    } else if (token.kind === 'text') this.#add(token.text);
    else if (token.kind === 'word') this.#word(token.word, token.value);
    else this.#state = this.#stack.pop() ?? this.#state;
  }

  finish(): StructuredText {
    this.#settleBytes();
    this.#endParagraph();
    this.#endTable();
    return this.#writer.finish();
  }

  #word(word: string, value: number | undefined): void {
    const { isUnread } = this.#state;
    if (word === 'ansicpg') this.#codePage = codePages[value ?? 1252] ?? `windows-${value ?? 1252}`;
    else if (word === 'f') this.#state = { ...this.#state, font: value ?? 0 };
    else if (word === 'fcharset') this.#fonts.set(this.#state.font, charsets[value ?? 0] ?? '');
    else if (word === 'uc') this.#state = { ...this.#state, replacements: value ?? 1 };
    else if (unread.has(word)) this.#state = { ...this.#state, isUnread: true };
    else if (isUnread) return;
    else if (word === 'u') this.#unicode(value ?? 0);
    else if (word === 'v' || word === 'deleted') this.#state = { ...this.#state, isHidden: value !== 0 };
    else if (word === 'plain') this.#state = { ...this.#state, isHidden: false };
    else if (Object.hasOwn(characters, word)) this.#add(characters[word] ?? '');
    else this.#paragraphWord(word, value);
  }

  #paragraphWord(word: string, value: number | undefined): void {
    if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph();
    else if (word === 'pard') {
      this.#level = undefined;
      this.#isInTable = false;
    } else if (word === 'intbl') this.#isInTable = true;
    else if (word === 'outlinelevel') this.#level = value === undefined || value > 8 ? undefined : value + 1;
    else if (word === 'cell' || word === 'nestcell') {
      this.#cells.push(this.#text.trim());
      this.#text = '';
    } else if (word === 'row') {
      this.#rows.push(this.#cells);
      this.#cells = [];
    } else if (word === 'footnote') this.#add(' (');
  }

  #unicode(value: number): void {
    this.#add(String.fromCharCode(value < 0 ? value + 65_536 : value));
    this.#skip = this.#state.replacements;
  }

  #byte(value: number): void {
    if (this.#skip > 0) this.#skip -= 1;
    else if (!this.#state.isUnread && !this.#state.isHidden) this.#bytes.push(value);
  }

  #settleBytes(): void {
    if (this.#bytes.length === 0) return;
    const encoding = this.#fonts.get(this.#state.font) || this.#codePage;
    const text = decoderOf(encoding).decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#add(text);
  }

  #add(text: string): void {
    const shown = this.#skip > 0 ? text.slice(this.#skip) : text;
    this.#skip = Math.max(0, this.#skip - text.length);
    if (!this.#state.isUnread && !this.#state.isHidden) this.#text += shown;
  }

  #endParagraph(): void {
    // A paragraph within a cell is a line of it.
    if (this.#isInTable) {
      this.#text += '\n';
      return;
    }
    this.#endTable();
    if (this.#level === undefined) this.#writer.paragraph(this.#text);
    else this.#writer.heading(this.#level, this.#text);
    this.#text = '';
  }

  #endTable(): void {
    if (this.#rows.length > 0) this.#writer.table(this.#rows);
    this.#rows = [];
  }
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
