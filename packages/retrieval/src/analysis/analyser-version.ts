/**
 * Raised with every change to the terms that a text gives: what was indexed under a lower number is indexed again in the
 * background.
 */
export const analyserVersion = 6;
