import { randomUUID } from 'node:crypto';
import type { DocumentError, IngestedDocument, IngestionClaim, IngestionRepository } from '@cairn/core';

export type Step = keyof IngestionRepository;

/** One version in memory, with the claims and fences of the port. Steps can be made to fail or to be followed by something. */
export class MemoryIngestion implements IngestionRepository {
  readonly projectId = randomUUID();
  readonly versionId = randomUUID();
  status: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'deleted' = 'queued';
  error: DocumentError | undefined;
  passages = 0;
  attempts = 0;
  /** Token of the claim that holds the version. */
  holder: string | undefined;
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

  publish(claim: IngestionClaim, document: IngestedDocument): Promise<boolean> {
    return this.#step('publish', () =>
      this.#change(claim, () => {
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

  async release(claim: IngestionClaim): Promise<void> {
    await this.#step('release', () =>
      this.#change(claim, () => {
        this.status = 'queued';
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
