import { z } from 'zod';

const form = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d)?)?$/;

/** ISO 8601 in UTC with milliseconds; undefined when the text is no point in time of the years 1 to 9999. @internal */
export function readTime(text: string): string | undefined {
  const parts = form.exec(text);
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const asUtc = new Date(local);
  // A day that the month does not have is read as one of the next month.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== local) return undefined;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const time = new Date(asUtc.getTime() - offset * 60_000).toISOString();
  return /^(?!0000)\d{4}-/.test(time) ? time : undefined;
}

/** Minutes ahead of UTC. */
function offsetOf(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** A point in time as callers write it: a date or a date with a time; read as UTC, with milliseconds. */
export const pointInTime = (description: string) =>
  z
    .string()
    .check((payload) => {
      const time = readTime(payload.value);
      if (time !== undefined) payload.value = time;
      else {
        const message = 'must be a date or a date with a time in ISO 8601, such as 2026-03-01T09:30:00Z, in the years 1 to 9999';
        payload.issues.push({ code: 'custom', message, input: payload.value });
      }
    })
    .meta({ description, examples: ['2026-03-01T09:30:00Z'] });
