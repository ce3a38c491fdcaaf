import { v5, v7, validate } from 'uuid';

/** A new time-ordered identifier (UUID version 7, lower case, with hyphens). Ids made by one process ascend. */
export const newId = (): string => v7();

/** The identifier that belongs to a name, the same each time (UUID version 5 under a namespace of this service). */
export const idOf = (name: string): string => v5(name, '6f0c2b1e-7f0a-4f53-9d0b-5c7f1f3f6a10');

/** Whether `value` is a UUID of any version in its canonical text form, in either case. */
export const isId = (value: string): boolean => validate(value);

/** When an id of `newId` was made, in milliseconds since 1970: its first 48 bits (RFC 9562, version 7). */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
