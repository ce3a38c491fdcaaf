import { describe, expect, it } from 'vitest';
import { encodedAs } from '@cairn/test-kit';
import { shownBlocks } from '../testing/shown-blocks.ts';
import { readHtml } from './read-html.ts';

const read = (html: string) => readHtml(Buffer.from(html));
const textOf = (body: string): string => read(`<!doctype html><html><body>${body}</body></html>`).text;

it('writes headings, paragraphs, lists, tables and code as Markdown does', () => {
  const body = `<h1>Guide &amp; more</h1><p>One <b>bold</b>
    <a href="http://x">link</a>,<br>next</p>Loose <i>words</i><ul><li>one<ul><li>deeper</ul><li><p>two</p><p>goes on</p></ul>
    <table><tr><th>Item<th>Price<tr><td>Tea<td>4</table><pre>let a;
  let b;</pre><dl><dt>Term<dd>Meaning</dl><h2>End</h2>`;
  expect(shownBlocks(read(`<html><body>${body}`))).toEqual([
    ['heading', '# Guide & more', 'Guide & more'],
    ['paragraph', 'One bold link,\nnext', 'Guide & more'],
    ['paragraph', 'Loose words', 'Guide & more'],
    ['list', '- one', 'Guide & more'],
    ['list', '  - deeper', 'Guide & more'],
    ['list', '- two', 'Guide & more'],
    ['paragraph', 'goes on', 'Guide & more'],
    ['table', '| Item | Price |\n| --- | --- |\n| Tea | 4 |', 'Guide & more'],
    ['code', '```\nlet a;\n  let b;\n```', 'Guide & more'],
    ['paragraph', 'Term: Meaning', 'Guide & more'],
    ['heading', '## End', 'Guide & more > End'],
  ]);
});

describe('what nobody sees', () => {
  it.each([
    '<script>unseen</script>',
    '<style>p { content: "unseen" }</style>',
    '<!-- unseen -->',
    '<template><p>unseen</p></template>',
    '<noscript>unseen</noscript>',
    '<p hidden>unseen</p>',
    '<div style="color:red; display : none"><p>unseen</p></div>',
    '<div style="visibility:hidden">unseen</div>',
    '<span style="opacity:0">unseen</span>',
    '<span style="font-size:0px">unseen</span>',
    '<p style="position:absolute; left:-9999px">unseen</p>',
    '<p style="POSITION: fixed; top: -200vh !important">unseen</p>',
    '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px);height:1px">unseen</p>',
    '<p style="clip-path:inset(50%)">unseen</p>',
    '<h2 style="text-indent:-999em">unseen</h2>',
    '<p style="color:#fff;background:#FFFFFF">unseen</p>',
    '<p style="background-color:white;color:rgb(255, 255, 255)">unseen</p>',
    '<style>.x { display: none } .x { color: red; left: 0 }</style><p class="x">unseen</p>',
    '<style>.far { position: absolute; left: -10000px }</style><p class="far">unseen</p>',
    '<div aria-hidden="true"><b>unseen</b></div>',
    '<style>.x, #y { display: none !important }</style><p class="a x">unseen</p><p id="y">unseen</p>',
    '<dialog>unseen</dialog>',
    '<svg><text>unseen</text></svg>',
    '<iframe>unseen</iframe>',
    '<textarea>unseen</textarea>',
    '<select><option>unseen</select>',
    '<input type="hidden" value="unseen">',
    '<ruby>seen<rt>unseen</rt></ruby>',
    '<div hidden><div><p>unseen</div></div>',
    '<![CDATA[unseen]]>',
  ])('is no text: %s', (hidden) => {
    const text = textOf(`<p>before</p>${hidden}<p>after</p>`);
    expect(text).not.toContain('unseen');
    expect(text).toMatch(/^before\n[^]*after$/);
  });

  it.each([
    '<style>@media print { .x { display: none } }</style><p class="x">seen</p>',
    '<style>.tab { display: none } .tab.open { display: block }</style><p class="tab open">seen</p>',
    '<style>.far { position: absolute; left: -10000px } .far.open { left: 0 }</style><p class="far open">seen</p>',
    '<p style="opacity:0.5">seen</p>',
    '<p style="position:absolute;left:-20px">seen</p>',
    '<p style="left:-9999px">seen</p>',
    '<p style="text-indent:-2em;margin-left:2em">seen</p>',
    '<p style="color:white;background:black">seen</p>',
    '<p style="color:transparent;background:transparent">seen</p>',
    '<p aria-hidden="false">seen</p>',
    '<dialog open>seen</dialog>',
    '<details><summary>seen</summary>more</details>',
  ])('is not what can be seen: %s', (shown) => {
    expect(textOf(shown)).toContain('seen');
  });

  it('is said to be left out', () => {
    expect(read('<p>a<p hidden>b').warnings).toEqual(['Hidden parts of the page are left out.']);
  });

  it('may be all there is', () => {
    expect(textOf('<script>let a = 1;</script>')).toBe('');
  });
});

describe('the main content', () => {
  const prose = 'This sentence is part of an article that is long enough to be one. '.repeat(12);
  const links = `<ul>${Array.from({ length: 8 }, (_, at) => `<li><a href="/${at}">Topic ${at}</a></li>`).join('')}</ul>`;

  it('is the main element, else what is not around it', () => {
    const around = `<header>Site name</header><nav>${links}</nav><aside>Advert</aside>`;
    for (const content of [
      `<main>${prose}</main>`,
      `<article>${prose}</article>`,
      `<div role="main">${prose}</div>`,
      `<div>${prose}</div>`,
    ]) {
      const { text, warnings } = read(`<body>${around}${content}${links}<footer>Imprint</footer></body>`);
      expect(text).toBe(prose.trim());
      expect(warnings).toEqual(['Navigation and what stands around the main content of the page are left out.']);
    }
  });

  it('keeps the title of a page in its header, and the header of an article', () => {
    expect(textOf(`<header><h1>Report</h1></header><p>${prose}</p>`)).toContain('# Report');
    expect(textOf(`<main><article><header>By Ann</header><p>${prose}</p></article></main>`)).toContain('By Ann');
  });

  it('is all of a page that is links, and of one that is navigation only', () => {
    expect(textOf(links)).toContain('Topic 7');
    expect(textOf(`<nav>${links}</nav>`)).toContain('Topic 7');
  });

  it('stands under the title of a page without headings', () => {
    expect(shownBlocks(read('<title>Prices\n2024</title><p>Tea is 4.'))).toEqual([['paragraph', 'Tea is 4.', 'Prices 2024']]);
  });
});

it('leaves out marks to link headings by, buttons, and fences code that holds fences', () => {
  expect(
    textOf(
      '<h2><a href="#a">§</a>Use</h2><h2>Mind<a href="#b">¶</a></h2><h2>C#</h2><button>Copy</button><button>How do I return a parcel?</button>',
    ),
  ).toBe('## Use\n\n## Mind\n\n## C#\n\nHow do I return a parcel?');
  expect(textOf('<pre>```\nx\n```</pre>')).toBe('````\n```\nx\n```\n````');
});

it('reads the encoding that the page declares, unless it is not that', () => {
  const html = (charset: string) => `<html><head><meta charset="${charset}"></head><body><p>東京の天気は晴れです。</p></body></html>`;
  expect(readHtml(encodedAs(html('shift_jis'), 'shift_jis')).text).toBe('東京の天気は晴れです。');
  expect(readHtml(encodedAs(html('utf-8'), 'shift_jis')).text).toBe('東京の天気は晴れです。');
  expect(readHtml(Buffer.from(html('no-such'))).text).toBe('東京の天気は晴れです。');
});

it.each([
  '<style>'.repeat(100_000),
  `<style>${'/* '.repeat(100_000)}</style>`,
  `<style>${'a @b '.repeat(100_000)}</style>`,
  `<style>${'@media x {'.repeat(100_000)}</style>`,
  ' <i></i>'.repeat(50_000),
])('takes linear time over %.24j', (html) => {
  const started = performance.now();
  textOf(`<p>words${html}`);
  expect(performance.now() - started).toBeLessThan(2000);
});

it('bears what is deep and what is broken', () => {
  expect(textOf(`${'<div>'.repeat(4000)}deep`)).toBe('deep');
  for (const tag of ['<div>', '<b>', '<template>']) {
    expect(() => textOf(tag.repeat(300_000))).toThrow(expect.objectContaining({ code: 'too_large' }));
  }
  expect(textOf('<p>a<table><td>b</p></td></ul><h2>c')).toContain('c');
  expect(textOf('1 < 2 & 3 > 2 &nbsp;&unknown;')).toBe('1 < 2 & 3 > 2 \u00a0&unknown;');
});
