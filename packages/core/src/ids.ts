import { v7, validate } from 'uuid';

/** A new time-ordered identifier (UUID version 7, lower case, with hyphens). Ids made by one process ascend. */
export const newId = (): string => v7();

/** Whether `value` is a UUID of any version in its canonical text form, in either case. */
export const isId = (value: string): boolean => validate(value);
