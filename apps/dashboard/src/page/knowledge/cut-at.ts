/** A span of a document in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Cuts a stretch of a document's text around a span; what of the span is outside of the stretch is left out. */
export function cutAt({ text, offset }: { readonly text: string; readonly offset: number }, span: Span | undefined) {
  const within = (place: number): number => Math.max(0, Math.min(text.length, place - offset));
  const [start, end] = span ? [within(span.start), within(span.end)] : [text.length, text.length];
  return { head: text.slice(0, start), marked: text.slice(start, end), tail: text.slice(end) };
}
