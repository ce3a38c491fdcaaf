import { CairnError } from '@cairn/core';

/** @throws INVALID_ARGUMENT naming the parameter when its text is no time in ISO 8601 */
export function refuseNoTime(path: string, text: string | undefined): void {
  if (text === undefined || (isoDate.test(text) && !Number.isNaN(Date.parse(text)))) return;
  const message = 'must be a time in ISO 8601, such as 2026-11-28T09:00:00Z';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
