const rules = '(?:instruction|prompt|rule|direction|guideline)s?';
const patterns = [
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass)\\b.{0,60}\\b(?:${rules}|previous|above|before)\\b`, 'isu'),
  /\b(?:reply|respond|answer|output|print|write|say|repeat)\b.{0,40}\b(?:only|exactly|just|nothing but|verbatim|with the words?)\b/isu,
  /\b(?:system prompt|you are now|as an? (?:ai|assistant|language model))\b/iu,
  /\b(?:ignorier\p{L}*|vergiss|vergesst)\b.{0,60}\b(?:anweisung\p{L}*|regeln?|vorherig\p{L}*)\b|\b(?:antworte|schreibe?)\b.{0,40}\bnur\b/isu,
  /\b(?:ignorez?|oubliez?)\b.{0,60}\b(?:instructions?|consignes?)\b|\b(?:réponds|répondez)\b.{0,40}\b(?:uniquement|seulement)\b/isu,
  /\b(?:ignora|olvida|ignore)\b.{0,60}\binstrucciones\b|\bresponde\b.{0,40}\b(?:solo|sólo|únicamente)\b/isu,
  /(?:忽略|无视|無視|不要理会).{0,30}(?:指令|指示|规则|規則|提示)|(?:只|仅|僅)(?:回答|回复|回覆|输出|輸出)/su,
  /(?:指示|命令|ルール|プロンプト).{0,20}(?:無視|忘れ)|(?:とだけ|のみ)(?:答え|回答|返答|出力)/su,
  /(?:지시|명령|규칙).{0,20}(?:무시|잊)|(?:라고만|만)\s?(?:답|대답|출력)/su,
  /(?:игнорируй\p{L}*|забудь\p{L}*).{0,60}(?:инструкци\p{L}*|правил\p{L}*|указани\p{L}*)|(?:ответь|отвечай|напиши)\p{L}*.{0,40}только/isu,
  /(?:ignora|dimentica)\b.{0,60}\b(?:istruzioni|regole)\b|\b(?:ignore|esqueça|negeer|vergeet)\b.{0,60}\b(?:instruções|regras|instructies|regels)\b/isu,
  /(?:تجاهل|انس).{0,60}(?:التعليمات|الأوامر|القواعد)/su,
] as const;

/** Whether a sentence tells whoever reads it to drop rules, or what to write; what documents say to models. */
export function instructs(sentence: string): boolean {
  return patterns.some((pattern) => pattern.test(sentence));
}
