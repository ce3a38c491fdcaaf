import { Provider } from 'oidc-provider';

/** What one request to the server notes on its way. */
export interface ExchangeNotes {
  /** When it came in, by the database's clock. Set for token requests. */
  arrivedAt?: string;
  /** A connection was ended. */
  hasRevoked?: boolean;
}

const notes = new WeakMap<object, ExchangeNotes>();

/** Of the request under way; a place of its own for work outside one. */
export function exchangeNotes(): ExchangeNotes {
  const request = Provider.ctx?.req;
  return request === undefined ? {} : notesOf(request);
}

/** Of that request. */
export function notesOf(request: object): ExchangeNotes {
  const known = notes.get(request) ?? {};
  notes.set(request, known);
  return known;
}
