export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/** The events of a stream, as they come. It ends when the server ends it. */
export async function* serverEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = `${rest}${value}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield { type: /^event: ?(.*)$/m.exec(event)?.[1] ?? 'message', data };
    }
  }
}
