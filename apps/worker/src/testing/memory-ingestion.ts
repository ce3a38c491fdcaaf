import { randomUUID } from 'node:crypto';
import type {
  DocumentError,
  IndexedBy,
  IngestedDocument,
  IngestionClaim,
  IngestionRepository,
  VectorPlace,
  VectorSegment,
} from '@cairn/core';

export type Step = keyof IngestionRepository;

/** One version in memory, with the claims and fences of the port. Steps can be made to fail or to be followed by something. */
export class MemoryIngestion implements IngestionRepository {
  readonly projectId = randomUUID();
  readonly versionId = randomUUID();
  status: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'deleted' = 'queued';
  error: DocumentError | undefined;
  passages = 0;
  attempts = 0;
  percent = 0;
  /** Staged vectors by model and first passage. */
  readonly vectors = new Map<string, VectorSegment>();
  /** Token of the claim that holds the version. */
  holder: string | undefined;
  waiting: DocumentError | undefined;
  /** The step that rejects. */
  broken: Step | undefined;
  /** Called once, after the step has had its effect. */
  next: { readonly after: Step; readonly happens: () => void } | undefined;

  get #unfinished(): boolean {
    return this.status === 'queued' || this.status === 'parsing' || this.status === 'indexing';
  }

  async #step<T>(name: Step, effect: () => T): Promise<T> {
    if (this.broken === name) throw new Error(`${name} is broken`);
    const answer = effect();
    const { next } = this;
    if (next?.after === name) {
      this.next = undefined;
      next.happens();
    }
    return answer;
  }

  /** Another attempt takes the version over. */
  steal(): void {
    this.holder = randomUUID();
  }

  claim(projectId: string, versionId: string): Promise<IngestionClaim | undefined> {
    return this.#step('claim', () => {
      if (projectId !== this.projectId || versionId !== this.versionId || !this.#unfinished) return undefined;
      const token = randomUUID();
      this.holder = token;
      this.attempts += 1;
      const document = { documentId: randomUUID(), title: 'T', mediaType: 'text/plain', bytes: new Uint8Array(4) };
      return { projectId, versionId, token, attempt: this.attempts, ...document };
    });
  }

  progress(claim: IngestionClaim, status: 'parsing' | 'indexing'): Promise<boolean> {
    return this.#step('progress', () => this.#change(claim, () => (this.status = status)));
  }

  missingVectors<Place extends VectorPlace>(_: IngestionClaim, modelId: string, places: readonly Place[]): Promise<readonly Place[]> {
    return this.#step('missingVectors', () =>
      places.filter(({ from, digest }) => {
        const staged = this.vectors.get(`${modelId} ${from}`);
        return !staged || Buffer.compare(staged.digest, digest) !== 0;
      }),
    );
  }

  stageVectors(claim: IngestionClaim, modelId: string, segment: VectorSegment, percent: number): Promise<boolean> {
    return this.#step('stageVectors', () =>
      this.#change(claim, () => {
        this.vectors.set(`${modelId} ${segment.from}`, segment);
        this.percent = percent;
      }),
    );
  }

  publish(claim: IngestionClaim, document: IngestedDocument, { modelId }: IndexedBy): Promise<boolean> {
    return this.#step('publish', () =>
      this.#change(claim, () => {
        const staged = [...this.vectors].filter(([key]) => key.startsWith(`${modelId} `));
        const embedded = staged.reduce((sum, [, { passages }]) => sum + passages, 0);
        if (modelId !== undefined && embedded !== document.passages.length) throw new Error('a passage has no vector');
        this.status = 'ready';
        this.passages += document.passages.length;
        this.holder = undefined;
      }),
    );
  }

  fail(claim: IngestionClaim, error: DocumentError): Promise<boolean> {
    return this.#step('fail', () =>
      this.#change(claim, () => {
        this.status = 'failed';
        this.error = error;
        this.holder = undefined;
      }),
    );
  }

  async release(claim: IngestionClaim, waiting?: DocumentError): Promise<void> {
    await this.#step('release', () =>
      this.#change(claim, () => {
        this.status = 'queued';
        this.waiting = waiting;
        this.holder = undefined;
      }),
    );
  }

  #change(claim: IngestionClaim, effect: () => void): boolean {
    if (!this.#unfinished || claim.token !== this.holder) return false;
    effect();
    return true;
  }
}
