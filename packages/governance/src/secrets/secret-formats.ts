/** Secrets that are known by their form, whatever they are called: those of services that mark theirs, tokens, private keys. */
const sources = [
  // private keys; one that is cut off counts, too
  privateKey(),
  String.raw`AGE-SECRET-KEY-1[0-9A-Z]{20,}`,
  // a JSON web token, signed or encrypted
  String.raw`eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){1,3}`,
  // this service's own
  String.raw`cairn_[a-z]{1,10}_[A-Za-z0-9_-]{16,}`,
  // AWS, Azure, Google
  String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}`,
  String.raw`AIza[A-Za-z0-9_-]{30,}`,
  String.raw`ya29\.[A-Za-z0-9_-]{20,}`,
  String.raw`GOCSPX-[A-Za-z0-9_-]{20,}`,
  String.raw`1\/\/0[A-Za-z0-9_-]{30,}`,
  // places where code is kept, built and published
  String.raw`gh[pousr]_[A-Za-z0-9]{20,}`,
  String.raw`github_pat_[A-Za-z0-9_]{20,}`,
  String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-[A-Za-z0-9_.-]{16,}`,
  String.raw`ATATT3[A-Za-z0-9_=-]{20,}`,
  String.raw`ATCTT3[A-Za-z0-9_=-]{20,}`,
  String.raw`npm_[A-Za-z0-9]{20,}`,
  String.raw`pypi-[A-Za-z0-9_-]{20,}`,
  String.raw`rubygems_[a-f0-9]{20,}`,
  String.raw`dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,}`,
  String.raw`cio[A-Za-z0-9]{32}`,
  // models
  String.raw`sk-(?:ant-|proj-|svcacct-|or-v1-)?[A-Za-z0-9_-]{20,}`,
  String.raw`hf_[A-Za-z0-9]{20,}`,
  String.raw`r8_[A-Za-z0-9]{20,}`,
  String.raw`gsk_[A-Za-z0-9]{20,}`,
  String.raw`xai-[A-Za-z0-9]{20,}`,
  // mail, chat, payments
  String.raw`xox[abeoprs]-[A-Za-z0-9-]{10,}`,
  String.raw`xapp-[A-Za-z0-9-]{10,}`,
  String.raw`https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9_\/-]{20,}`,
  String.raw`https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]{20,}`,
  String.raw`[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`,
  String.raw`\d{8,10}:AA[A-Za-z0-9_-]{32,}`,
  String.raw`(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}`,
  String.raw`whsec_[A-Za-z0-9+\/=]{16,}`,
  String.raw`sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}`,
  String.raw`SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`,
  String.raw`key-[0-9a-f]{32}`,
  String.raw`SK[0-9a-f]{32}`,
  // machines, data and watching
  String.raw`hv[sbr]\.[A-Za-z0-9_-]{20,}`,
  String.raw`do[oprt]_v1_[a-f0-9]{32,}`,
  String.raw`dapi[a-f0-9]{32}`,
  String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{20,}`,
  String.raw`lin_(?:api|oauth)_[A-Za-z0-9]{20,}`,
  String.raw`figd_[A-Za-z0-9_-]{20,}`,
  String.raw`PMAK-[A-Za-z0-9-]{20,}`,
  String.raw`NRAK-[A-Z0-9]{20,}`,
  String.raw`sntry[su]_[A-Za-z0-9_=+\/-]{20,}`,
  String.raw`glsa_[A-Za-z0-9_]{20,}`,
  String.raw`pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{16,}`,
  String.raw`tskey-[a-z]+-[A-Za-z0-9-]{10,}`,
  String.raw`ops_eyJ[A-Za-z0-9_-]{20,}`,
  String.raw`(?:secret|ntn)_[A-Za-z0-9]{40,}`,
];

/** Of nothing but what such a key is made of: what else stands behind its first line is not hidden with it. */
function privateKey(): string {
  const breaks = String.raw`(?:\s|\\[nr])`;
  const heads = String.raw`(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,80}${breaks}+)*`;
  const body = String.raw`(?:[A-Za-z0-9+\/=]{16,100}${breaks}*)*[A-Za-z0-9+\/=]{0,100}${breaks}*`;
  const line = (word: string): string => String.raw`-----${word} [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`;
  return `${line('BEGIN')}${breaks}*${heads}${body}(?:${line('END')})?`;
}

/** Not within a longer word, whose part would only look so. */
export const secretFormats = new RegExp(String.raw`(?<![A-Za-z0-9])(?:${sources.join('|')})`, 'g');

const candidates = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{32,}={0,2}(?![A-Za-z0-9+/=_-])/g;

/**
 * Words that nobody wrote: long, of small and capital letters and digits that are mixed. Not hashes in hexadecimal, paths, or names that
 * are made of words; checksums of packages say what they are.
 */
export function* randomWords(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (const { 0: word, index } of text.matchAll(candidates)) {
    if (/sha(?:1|256|384|512)[-:]$/i.test(text.slice(Math.max(0, index - 7), index)) || /^sha(?:1|256|384|512)-/i.test(word)) continue;
    if (isRandom(word)) yield { start: index, end: index + word.length };
  }
}

function isRandom(word: string): boolean {
  const count = (pattern: RegExp): number => word.match(pattern)?.length ?? 0;
  if (count(/[a-z]/g) < 4 || count(/[A-Z]/g) < 4 || count(/[0-9]/g) < 2) return false;
  if (count(/\//g) > word.length / 12 || /[a-z]{7}|[A-Z]{9}/.test(word)) return false;
  return new Set(word).size >= 16;
}
