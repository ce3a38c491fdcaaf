/** Characters that make what follows them be read in another order than it is written in. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text whose order nobody has turned around unseen: what would do so is written as an escape, as on the card of an action. */
export const unturned = (text: string): string => text.replace(turning, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
