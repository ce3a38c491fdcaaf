/** Stands where a key goes until there is one. */
export const keyPlaceholder = '<API_KEY>';
