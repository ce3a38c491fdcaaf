import { idOf } from '@cairn/core';

/**
 * Whom the memories made through a connection belong to: a client together with the person who connected it. Connecting the
 * same client anew keeps the rights to what it made.
 */
export const connectionOwner = (clientId: string, userId: string): string => idOf(`connection ${userId} ${clientId}`);
