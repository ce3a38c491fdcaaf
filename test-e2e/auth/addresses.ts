let addresses = 0;

/** Headers of a client at an address that no other test uses, told by a proxy. */
export function newAddress(): { 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` };
}
