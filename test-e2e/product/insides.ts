/** What an answer holds that tells of the inside: a statement, the database's words, a stack, a path of the machine. */
export const insides =
  /\b(?:select|insert into|update|delete from)\b[^"]*\b(?:from|values|set|where)\b|\bpostgres|\bpg_|\bsqlstate\b|\bbigint\b|\bbytea\b|\bjsonb\b|byte sequence|out of range|violates|\bcairn\.\w+|node_modules|\.[cm]?ts:\d|\.[cm]?js:\d|\bat \w+ \(|\/(?:home|tmp|usr|var|etc|root|opt)\//i;
