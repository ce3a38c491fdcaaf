/** A text in an encoding that `TextDecoder` knows and nothing here writes: found out by decoding every one and two bytes. */
export function encodedAs(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  const bytes = Array.from(text, (character) => {
    const found = table.get(character);
    if (!found) throw new Error(`${encoding} has no ${character}`);
    return found;
  });
  return Uint8Array.from(bytes.flat());
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const note = (...bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(character).length === 1 && character !== '\ufffd' && !table.has(character)) table.set(character, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) note(byte);
  if (/^(?:shift_jis|euc-|gb|big5)/.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) note(lead, trail);
  }
  return table;
}
