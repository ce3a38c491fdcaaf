import { insides } from '../product/insides.ts';
import { mutated, oneOf, randomFrom } from './mutate.ts';
import type { Target } from './targets.ts';

export interface FuzzRun {
  readonly baseUrl: string;
  readonly secret: string;
  readonly seed: number;
  readonly seconds: number;
}

export interface FuzzResult {
  readonly sent: number;
  /** Inputs that were taken: too few say that the mutations reach nothing. */
  readonly taken: number;
  /** What must not be, with the input in base64. */
  readonly faults: readonly string[];
}

/** Answers that take longer hang. */
const longestMs = 10_000;
const callers = 4;
const mostFaults = 5;

/** Sends mutations of a target's examples for a time, and tells of answers that are a failure of the product. The same seed sends the same. */
export async function fuzz(target: Target, { baseUrl, secret, seed, seconds }: FuzzRun): Promise<FuzzResult> {
  const random = randomFrom(seed);
  const until = performance.now() + seconds * 1000;
  const faults: string[] = [];
  let sent = 0;
  let taken = 0;

  const sendOne = async (): Promise<void> => {
    const bytes = mutated(oneOf(random, target.examples), random);
    sent += 1;
    const startedAt = performance.now();
    const answer = await target.send({ baseUrl, secret }, bytes).catch((error: Error) => error);
    const tell = (fault: string) => faults.push(`${target.name}: ${fault}; seed ${seed}; input ${bytes.toString('base64')}`);
    if (answer instanceof Error) tell(`no answer: ${answer.message}`);
    else if (answer.status >= 500) tell(`status ${answer.status}: ${answer.text}`);
    else if (answer.status >= 400 && insides.test(answer.text)) tell(`tells of the inside: ${answer.text}`);
    else if (performance.now() - startedAt > longestMs) tell('it took too long');
    else if (answer.status < 300) taken += 1;
  };
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until && faults.length < mostFaults) await sendOne();
    }),
  );
  return { sent, taken, faults };
}
