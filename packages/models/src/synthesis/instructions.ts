const rules = '(?:instruction|prompt|rule|direction|guideline)s?';
const patterns = [
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass)\\b.{0,60}\\b(?:${rules}|previous|above|before)\\b`, 'isu'),
  /\b(?:reply|respond|answer|output|print|write|say|repeat)\b.{0,40}\b(?:only|exactly|just|nothing but|verbatim|with the words?)\b/isu,
  /\b(?:system prompt|you are now|as an? (?:ai|assistant|language model))\b/iu,
  /\b(?:ignorier\p{L}*|vergiss|vergesst)\b.{0,60}\b(?:anweisung\p{L}*|regeln?|vorherig\p{L}*)\b|\b(?:antworte|schreibe?)\b.{0,40}\bnur\b/isu,
  /\b(?:ignorez?|oubliez?)\b.{0,60}\b(?:instructions?|consignes?)\b|\b(?:réponds|répondez)\b.{0,40}\b(?:uniquement|seulement)\b/isu,
  /\b(?:ignora|olvida|ignore)\b.{0,60}\binstrucciones\b|\bresponde\b.{0,40}\b(?:solo|sólo|únicamente)\b/isu,
] as const;

/** Whether a sentence tells whoever reads it to drop rules, or what to write; what documents say to models. */
export function instructs(sentence: string): boolean {
  return patterns.some((pattern) => pattern.test(sentence));
}
