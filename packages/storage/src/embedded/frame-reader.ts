const headBytes = 5;

/**
 * Cuts a stream of chunks into frames. A frame that arrived whole is a view of its chunk; one in pieces is joined once, when
 * its last piece is there, so a large one costs one copy.
 */
export class FrameReader {
  #pieces: Buffer[] = [];
  #held = 0;
  /** Whether the first frame, which has no type byte, is still to come. */
  #isStartup = true;

  /** Calls back for each frame that is complete now. */
  push(chunk: Buffer, onStartup: (body: Buffer) => void, onFrame: (frame: Buffer) => void): void {
    this.#pieces.push(chunk);
    this.#held += chunk.length;
    for (let size = this.#nextSize(); size !== undefined && this.#held >= size; size = this.#nextSize()) {
      const taken = this.#take(size);
      if (this.#isStartup) {
        this.#isStartup = false;
        onStartup(taken);
      } else onFrame(taken);
    }
  }

  #nextSize(): number | undefined {
    const need = this.#isStartup ? 4 : headBytes;
    if (this.#held < need) return undefined;
    const head = this.#peek(need);
    return this.#isStartup ? head.readInt32BE(0) : 1 + head.readInt32BE(1);
  }

  #peek(count: number): Buffer {
    const [first] = this.#pieces;
    return first && first.length >= count ? first : this.#join();
  }

  #take(size: number): Buffer {
    const [first] = this.#pieces as [Buffer];
    const whole = first.length >= size ? first : this.#join();
    if (whole.length === size) this.#pieces.shift();
    else this.#pieces[0] = whole.subarray(size);
    this.#held -= size;
    return whole.subarray(0, size);
  }

  #join(): Buffer {
    const whole = Buffer.concat(this.#pieces, this.#held);
    this.#pieces = [whole];
    return whole;
  }
}
