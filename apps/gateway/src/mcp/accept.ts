import { HttpFault } from '@cairn/service-kit';

/** How an answer may be sent: as one JSON object, or as a stream of events. JSON is preferred wherever it is allowed. */
export interface Accepted {
  readonly json: boolean;
  readonly events: boolean;
}

const all: Accepted = { json: true, events: true };
const remembered = new Map<string, Accepted>();
const maxRemembered = 256;
const maxRememberedLength = 200;

/** What an `Accept` header allows; a missing or empty one allows all. Order never matters, `q=0` forbids. */
export function acceptedTypes(header: string | undefined): Accepted {
  if (header === undefined || header === '') return all;
  const known = remembered.get(header);
  if (known) return known;
  const accepted = { json: allows(header, 'application/json'), events: allows(header, 'text/event-stream') };
  if (remembered.size < maxRemembered && header.length <= maxRememberedLength) remembered.set(header, accepted);
  return accepted;
}

/** The same, where an answer has one of these two forms. @throws 406 when neither is allowed. */
export function acceptedOrRefused(header: string | undefined): Accepted {
  const accepted = acceptedTypes(header);
  if (accepted.json || accepted.events) return accepted;
  throw new HttpFault(406, { message: 'answers are application/json or text/event-stream; accept one of them' });
}

// The most specific range that matches decides, so a wildcard does not bring back a type that was refused by name.
function allows(header: string, type: string): boolean {
  const ranges = header.split(',').map(readRange);
  const candidates = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  for (const candidate of candidates) {
    const found = ranges.find(({ name }) => name === candidate);
    if (found) return found.quality > 0;
  }
  return false;
}

function readRange(range: string): { name: string; quality: number } {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { name, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}
