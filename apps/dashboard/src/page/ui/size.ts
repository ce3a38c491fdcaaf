const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it. */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
