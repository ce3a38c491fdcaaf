import { describe, expect, it } from 'vitest';
import { html as markup, ownMarkup } from './html.ts';

describe('markup', () => {
  it('escapes what is put into it', () => {
    expect(markup`<a title="${`"'<&>`}">${'<script>'}</a>`.text).toBe('<a title="&quot;&#39;&lt;&amp;&gt;">&lt;script&gt;</a>');
  });

  it('takes its own kind as it is, one or many', () => {
    const items = ['a', 'b<'].map((item) => markup`<li>${item}</li>`);
    expect(markup`<ul>${items}</ul>${ownMarkup('<br>')}`.text).toBe('<ul><li>a</li><li>b&lt;</li></ul><br>');
  });
});
