/** Remembers what `compute` answered; forgets everything when `capacity` is reached, so that no text can make it grow. */
export function cached<Value>(capacity: number, compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const hit = known.get(key);
    if (hit !== undefined) return hit;
    const value = compute(key);
    if (known.size >= capacity) known.clear();
    known.set(key, value);
    return value;
  };
}
