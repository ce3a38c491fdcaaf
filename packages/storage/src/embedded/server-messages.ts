import { headerLength, idleStatus, int32s, lengthAt, message, serverMessage } from './wire-messages.ts';

// Messages that a server sends, for the answers that the engine does not give itself.

export interface ServerError {
  readonly severity: 'ERROR' | 'FATAL';
  /** SQLSTATE. */
  readonly code: string;
  readonly text: string;
}

export function errorResponse({ severity, code, text }: ServerError): Buffer {
  return message('E', `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.from([0]));
}

export function readyForQuery(): Buffer {
  return message('Z', Buffer.from([idleStatus]));
}

/** What a server says once a client is in. */
export function greeting(serverVersion: string, connection: number): Buffer {
  const parameters = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  };
  return Buffer.concat([
    message('R', int32s(0)),
    ...Object.entries(parameters).map(([name, value]) => message('S', name, value)),
    message('K', int32s(process.pid, connection)),
    readyForQuery(),
  ]);
}

/** Tells a client to send its COPY data, as text. */
export function copyInResponse(): Buffer {
  return message('G', Buffer.from([0, 0, 0]));
}

/** The engine's answer to a COPY whose client has been told to go on before. */
export function withoutCopyInResponse(reply: Buffer): Buffer {
  for (let at = 0; at + headerLength <= reply.length; at += lengthAt(reply, at)) {
    if (reply[at] !== serverMessage.copyInResponse) continue;
    return Buffer.concat([reply.subarray(0, at), reply.subarray(at + lengthAt(reply, at))]);
  }
  return reply;
}

/** Value of one field of an ErrorResponse (`C` is the SQLSTATE, `M` the text). */
export function errorField(error: Buffer, field: string): string {
  for (let from = headerLength; from < error.length && error[from] !== 0;) {
    const end = error.indexOf(0, from);
    if (error[from] === field.charCodeAt(0)) return error.toString('utf8', from + 1, end);
    from = end + 1;
  }
  return '';
}
