import { headerLength, idleStatus, lengthAt, serverMessage } from './wire-messages.ts';

export interface Notification {
  readonly channel: string;
  readonly bytes: Uint8Array;
}

export interface BackendReply {
  /** What the client that asked gets to see. */
  readonly bytes: Uint8Array;
  /** NotificationResponse messages, which go to the connections that listen. */
  readonly notifications: readonly Notification[];
  /** The last message says that no transaction is open; otherwise the client has the session for longer. */
  readonly idle: boolean;
}

/** Sorts the engine's answer to one batch. */
export function readReply(raw: Buffer): BackendReply {
  const notifications: Notification[] = [];
  const kept: Buffer[] = [];
  let keptTo = 0;
  let last = 0;
  for (let at = 0, end = 0; at + headerLength <= raw.length; at = end) {
    end = at + lengthAt(raw, at);
    if (raw[at] !== serverMessage.notification) {
      last = at;
      continue;
    }
    if (at > keptTo) kept.push(raw.subarray(keptTo, at));
    keptTo = end;
    notifications.push(readNotification(raw.subarray(at, end)));
  }
  if (keptTo > 0) kept.push(raw.subarray(keptTo));
  const bytes = keptTo > 0 ? Buffer.concat(kept) : raw;
  return { bytes, notifications, idle: raw[last] === serverMessage.readyForQuery && raw[last + headerLength] === idleStatus };
}

/** The first ErrorResponse of an answer. */
export function findError(raw: Buffer): Buffer | undefined {
  for (let at = 0; at + headerLength <= raw.length; at += lengthAt(raw, at)) {
    if (raw[at] === serverMessage.error) return raw.subarray(at, at + lengthAt(raw, at));
  }
  return undefined;
}

function readNotification(message: Buffer): Notification {
  const from = headerLength + 4;
  return { channel: message.toString('utf8', from, message.indexOf(0, from)), bytes: Uint8Array.from(message) };
}
