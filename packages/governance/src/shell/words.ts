/** The words of a text, for long lists of names. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);
