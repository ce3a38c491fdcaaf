import { describe, expect, it } from 'vitest';
import { displayed, shown } from './display.ts';

describe('a sentence', () => {
  it.each([
    ['- **Refunds** take _ten_ days.', 'Refunds take ten days.'],
    ['1. [x] See [the guide](https://x.y/z) now.', 'See the guide now.'],
    ['> Wrapped by\n> hand.', 'Wrapped by hand.'],
    ['As shown in [3].', 'As shown in (3).'],
    ['Set `max_connections` to 2 * 3.', 'Set `max_connections` to 2 * 3.'],
    ['snake_case_name stays', 'snake_case_name stays'],
    ['Text <!-- hidden --> and <b>bold</b>.', 'Text and bold.'],
    ['a < b and c > d', 'a < b and c > d'],
    ['![A cat](cat.png) sits.', 'A cat sits.'],
    ['![A [b]](http://a.example/c.png) sits.', '![A [b]] (http://a.example/c.png) sits.'],
    ['cat](http://a.example/c.png) sits.', 'cat] (http://a.example/c.png) sits.'],
    ['<img src="http://a.example/c.png" alt="Stop.', '< img src="http://a.example/c.png" alt="Stop.'],
  ])('%j reads %j', (source, reading) => {
    expect(displayed(source)).toBe(reading);
  });
});

it('shows the cells of a row', () => {
  expect(shown({ kind: 'row', quote: '| Free | **10** requests |' })).toBe('Free | 10 requests');
});

it('marks a line of code and keeps it from looking like a citation', () => {
  expect(shown({ kind: 'code', quote: '  let a = list[1];' })).toBe('`let a = list[ 1 ];`');
  expect(shown({ kind: 'code', quote: 'echo `date` ![a](b)' })).toBe('`` echo `date` ![a](b) ``');
});
