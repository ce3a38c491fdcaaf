import { expect, it } from 'vitest';
import { readRtf } from './read-rtf.ts';

const read = (rtf: string) => readRtf(Buffer.from(rtf, 'latin1')).text;

it('reads paragraphs and characters of every kind', () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Arial;}{\f1\fnil\fcharset128 MS;}{\f2\fnil\fcharset204 Arial;}}{\colortbl;\red0;}{\*\generator Word;}{\stylesheet{\s1 heading 1;}}
{\header Running head}\pard Caf\'e9 \u8211? \{braces\}\tab tab\line next\par
{\f1 \'93\'8c\'8b\'9e} {\f2 \'cf\'f0\'e8}{\v hidden}\v0 {\deleted gone}\emdash\~x\par
{\pict\pngblip 89504e47}{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt link}}\par}`;
  expect(read(rtf)).toBe('Café – {braces}\ttab\nnext\n\n東京 При—\u00a0x\n\nlink');
});

it('reads headings and tables', () => {
  const rtf = String.raw`{\rtf1 \pard\outlinelevel0 Start\par\pard Text.\par\trowd\pard\intbl Item\cell Price\cell\row\trowd\pard\intbl Tea\cell 4\cell\row\pard After\par}`;
  expect(read(rtf)).toBe('# Start\n\nText.\n\n| Item | Price |\n| --- | --- |\n| Tea | 4 |\n\nAfter');
});

it('bears what is broken', () => {
  for (const rtf of ['{\\rtf1 a', '}}}}', '{\\rtf1 \\', "{\\rtf1 \\'", '{\\rtf1 \\u99999999999? a}', '{\\rtf1\\bin99999999 x}'])
    expect(() => read(rtf)).not.toThrow();
  expect(() => read('{'.repeat(100_000))).toThrow(expect.objectContaining({ code: 'too_large' }));
});
