const mappedPrefix = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * Under which key the failures of a peer are counted: an IPv4 address by itself (also when written as `::ffff:1.2.3.4`), an IPv6
 * address by its /64, because one subscriber holds at least that many addresses.
 */
export function addressBucket(address: string): string {
  const bare = address.replace(mappedPrefix, '');
  return bare.includes(':') ? `${firstGroups(bare, 4).join(':')}::/64` : bare;
}

function firstGroups(address: string, count: number): readonly string[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::', 2) ?? [];
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, count).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

/** An IPv4 tail stands for two groups; which ones is of no account behind the first four. */
function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? [group, group] : [group]));
}
