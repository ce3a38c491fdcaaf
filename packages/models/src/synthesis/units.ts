/** Units that are told apart in several languages; each word begins with one of these. */
const units: Readonly<Record<string, string>> = {
  euro: '€|eur',
  dollar: String.raw`\$|usd|dollar|dólar|dolar|доллар|美元`,
  pound: '£|gbp|pound|pfund|livre|libra|sterlin',
  yen: '¥|jpy|yen|円',
  second: 'second|sekund|segund|seconde|секунд|秒',
  minute: 'minut|минут|分',
  hour: 'hour|stunde|heure|hora|ora(?:$|s|e)|ore$|uur|uren|timm|час|小时|小時|時間',
  day: 'day|tag|jour|día|dia|giorn|dag|день|дня|дней|天|日',
  week: 'week|woche|semain|seman|settiman|weken|veck|недел|周|週',
  month: 'month|monat|mois|mes$|meses|mese|mesi|mês|maand|månad|месяц|个月|個月|か月|ヶ月',
  year: 'year|jahr|année|ans?$|año|ano|ann[oi]|jaar|jaren|år|год|лет|年',
};
const named = Object.entries(units).map(([unit, words]) => [unit, new RegExp(`^(?:${words})`, 'iu')] as const);

/** The unit of a number by the sign before it or the word after it, when it is a known one. */
export function unitAt(text: string, { start, end }: { readonly start: number; readonly end: number }): string | undefined {
  const before = text.slice(0, start).trimEnd().slice(-1);
  const [after = ''] = /^[\s-]*([\p{Sc}]|[\p{L}\p{M}]+)/u.exec(text.slice(end, end + 40)) ?? [];
  const written = after.replace(/^[\s-]+/, '');
  return unitOf(/\p{Sc}/u.test(before) ? before : written);
}

function unitOf(written: string): string | undefined {
  return named.find(([, words]) => words.test(written))?.[0];
}
